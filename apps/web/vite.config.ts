import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Where `pnpm dev` finds the API. */
const API = 'http://localhost:8080';
/** Replaced by each answer's own nonce; what the page injects later reads it from the meta element. */
const NONCE = '__LAUREL_NONCE__';
const assets = join(import.meta.dirname, 'dist/assets');

/** Writes `.br` and `.gz` beside what compresses: the server sends these as they are. */
const precompress: Plugin = {
  name: 'precompress',
  apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
  closeBundle() {
    for (const name of readdirSync(assets).filter((each) => /\.(js|css|svg)$/.test(each))) {
      const file = join(assets, name);
      const bytes = readFileSync(file);
      writeFileSync(`${file}.br`, brotliCompressSync(bytes));
      writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
    }
  },
};

const ENTRY = /<script type="module"[^>]* src="([^"]+)"[^>]*><\/script>/;

/**
 * What the server drew is painted before the page's code runs, which is fetched meanwhile. Who has nothing to see yet
 * (index.html) waits for nothing, and a page in the background has no next frame to wait for.
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
        const run = () => void import(${JSON.stringify(entry)});
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

export default defineConfig(({ isSsrBuild = false }) => ({
  root: import.meta.dirname,
  plugins: [react(), paintFirst, precompress],
  html: { cspNonce: NONCE },
  build: {
    // The server's own part lies beside the page: what it draws before the page's code is there.
    outDir: isSsrBuild ? 'dist/draw' : 'dist',
    target: 'es2022',
    modulePreload: { polyfill: false },
    // The page's policy allows fonts and pictures from files, never from data in a style.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // What the first paint needs comes in one file: a chunk for each module that a later part shares is a request more.
    rolldownOptions: isSsrBuild
      ? { output: { entryFileNames: '[name].mjs' } }
      : { output: { codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] } } },
  },
  // One file that needs nothing beside it.
  ssr: { noExternal: true },
  define: isSsrBuild ? { 'process.env.NODE_ENV': '"production"' } : {},
  // A worker is one file too: its own policy, that of a file, lets it load nothing.
  worker: { format: 'es' },
  server: {
    proxy: { '/api': API, '/dev': API, '/ws': { target: API, ws: true } },
  },
}));
