import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { type BuildEnvironmentOptions, defineConfig, type Plugin } from 'vite';
import { recover } from './src/app/recover.ts';

/** The API's address under `pnpm dev`. */
const API = 'http://localhost:8080';
/** The server replaces this with the nonce of each response. Code that adds styles reads it from a meta element. */
const NONCE = '__LAUREL_NONCE__';
/** The oldest browsers that the page runs in. scripts/checks/old-browsers.ts finds what they lack. */
const BROWSERS = ['chrome111', 'edge111', 'firefox114', 'safari16.4'];
const assets = join(import.meta.dirname, 'dist/assets');

/** Writes a `.br` and a `.gz` beside each script, style and SVG, which the server sends unchanged. */
const precompress: Plugin = {
  name: 'precompress',
  apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
  closeBundle() {
    for (const name of readdirSync(assets).filter((each) => /\.(js|css|svg)$/.test(each))) {
      const file = join(assets, name);
      if (existsSync(`${file}.br`)) continue;
      const bytes = readFileSync(file);
      writeFileSync(`${file}.br`, brotliCompressSync(bytes));
      writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
    }
  },
};

/**
 * The mode that builds the script of the page /record. It is a separate build, so that it shares no file with the app.
 */
const RECORD = 'record';
type Build = NonNullable<BuildEnvironmentOptions['rolldownOptions']>;
const RECORD_BUILD: Build = {
  input: join(import.meta.dirname, 'src/record-page.ts'),
  output: { entryFileNames: 'assets/[name]-[hash].js', codeSplitting: false },
};
/** The build of the module with which the server renders the page. */
const DRAW_BUILD: Build = { output: { entryFileNames: '[name].mjs' } };
/** All code of the first paint is in one file; otherwise each module shared with later code is one more request. */
const APP_BUILD: Build = { output: { codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] } } };

/** Copies the verifiers, which people download from the page /record. */
const copyVerifiers: Plugin = {
  name: 'copy-verifiers',
  apply: (_config, { mode }) => mode === RECORD,
  closeBundle() {
    const verifiers = join(import.meta.dirname, '../../verifiers');
    for (const name of ['verify.html', 'verify.py']) {
      cpSync(join(verifiers, name), join(import.meta.dirname, 'dist/verifiers', name));
    }
  },
};

const ENTRY = /<script type="module"[^>]* src="([^"]+)"[^>]*><\/script>/;

/**
 * Downloads the page's code at once, but runs it after the first paint of the server-rendered page. The code also runs
 * at once if the rendered page stays hidden (data-returning, see index.html), or in a background tab, which paints no
 * frame.
 */
const paintFirst: Plugin = {
  name: 'paint-first',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html) {
      const entry = ENTRY.exec(html)?.[1];
      if (entry === undefined) throw new Error('the page has no entry');
      return {
        html: html.replace(ENTRY, ''),
        tags: [
          {
            tag: 'link',
            attrs: { rel: 'modulepreload', fetchpriority: 'low', crossorigin: true, href: entry },
            injectTo: 'head',
          },
          {
            tag: 'script',
            attrs: { nonce: NONCE },
            children: `
      document.addEventListener('DOMContentLoaded', () => {
        const recover = ${recover};
        const run = () => void import(${JSON.stringify(entry)}).catch(recover);
        const waits = !document.hidden && !document.documentElement.hasAttribute('data-returning');
        if (waits) requestAnimationFrame(() => setTimeout(run));
        else run();
      });
    `,
            injectTo: 'head',
          },
        ],
      };
    },
  },
};

export default defineConfig(({ isSsrBuild = false, mode }) => ({
  root: import.meta.dirname,
  plugins: [react(), paintFirst, precompress, copyVerifiers],
  html: { cspNonce: NONCE },
  build: {
    outDir: isSsrBuild ? 'dist/draw' : 'dist',
    target: BROWSERS,
    modulePreload: { polyfill: false },
    // The page's Content-Security-Policy allows fonts and images from files, not from data: URLs.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    emptyOutDir: mode !== RECORD,
    rolldownOptions: mode === RECORD ? RECORD_BUILD : isSsrBuild ? DRAW_BUILD : APP_BUILD,
  },
  // The server-side module contains its dependencies.
  ssr: { noExternal: true },
  define: isSsrBuild ? { 'process.env.NODE_ENV': '"production"' } : {},
  // A worker is one file: its Content-Security-Policy does not allow it to load others.
  worker: { format: 'es' },
  server: {
    proxy: { '/api': API, '/dev': API, '/ws': { target: API, ws: true } },
  },
}));
