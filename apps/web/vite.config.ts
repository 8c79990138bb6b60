import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { type BuildEnvironmentOptions, defineConfig, type HtmlTagDescriptor, type Plugin } from 'vite';
import { recover } from './src/app/recover.ts';

/** The API's address under `pnpm dev`. */
const API = 'http://localhost:8080';
/** The oldest browsers that the page runs in. scripts/checks/old-browsers.ts finds what they lack. */
const BROWSERS = ['chrome111', 'edge111', 'firefox114', 'safari16.4'];

/** Writes a `.br` and a `.gz` beside each script, style and SVG, which the server sends unchanged. */
const precompress = (assets: string): Plugin => ({
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
});

/**
 * The mode that builds the script of the page /record. It is a separate build, so that it shares no file with the app.
 */
const RECORD = 'record';
type Build = NonNullable<BuildEnvironmentOptions['rolldownOptions']>;
const RECORD_BUILD: Build = {
  input: join(import.meta.dirname, 'src/record-page.ts'),
  output: { entryFileNames: 'assets/[name]-[hash].js', codeSplitting: false },
};
/** The mode that builds the page of a draft's preview: a separate build, so that the voters' files stay as they are. */
const PREVIEW = 'preview';
const PREVIEW_BUILD: Build = {
  input: join(import.meta.dirname, 'preview.html'),
  output: { codeSplitting: false },
};
/** A preview listens to nothing. */
const noSocket: Plugin = {
  name: 'no-socket',
  enforce: 'pre',
  apply: (_config, { mode }) => mode === PREVIEW,
  load: (id) => (id.endsWith('/src/lib/realtime.ts') ? 'export const listenTo = () => () => undefined;' : undefined),
};
/** The build of the module with which the server renders the page. */
const DRAW_BUILD: Build = { output: { entryFileNames: '[name].mjs' } };
/** The styles of the first screen, which the server puts into the page. */
const SCREEN_STYLES =
  /\/(?:@fontsource|ui\/styles\/(?:tokens|base|notices)|ui\/(?:button|switcher)|app\/(?:header|hero|hero-light|countdown|facts))\b.*\.css$/;
/** The libraries, apart from the page's own code: each file runs in a task of its own. */
const REACT = /\/node_modules\/(?:react|react-dom|scheduler)\/|\/src\/lib\/react-root\.ts$/;
const LIBRARIES = /\/node_modules\//;
/** The code of the first paint is in few files; otherwise each module shared with later code is one more request. */
const APP_BUILD: Build = {
  output: {
    codeSplitting: {
      groups: [
        { name: 'screen', test: SCREEN_STYLES, tags: ['$initial'], priority: 4 },
        { name: 'react', test: REACT, tags: ['$initial'], priority: 3 },
        { name: 'libraries', test: LIBRARIES, tags: ['$initial'], priority: 2 },
        { name: 'first', tags: ['$initial'], priority: 1 },
      ],
    },
  },
};

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
const PART = /\s*<link rel="modulepreload"[^>]* href="([^"]+)"[^>]*>/g;
const LATER_STYLES = /<link rel="stylesheet"[^>]* href="([^"]*\/index-[^"]+\.css)"[^>]*>/;

/**
 * Downloads the page's code and the styles below the first screen at once, but runs the code after the first paint of
 * the server-rendered page, and each of its files in a task of its own. The code also runs at once if the rendered page
 * stays hidden (data-returning, see index.html), or in a background tab, which paints no frame.
 */
const paintFirst: Plugin = {
  name: 'paint-first',
  apply: (_config, { command, mode }) => command === 'build' && mode !== PREVIEW,
  transformIndexHtml: {
    order: 'post',
    handler(html) {
      const entry = ENTRY.exec(html)?.[1];
      const styles = LATER_STYLES.exec(html)?.[1];
      if (entry === undefined || styles === undefined) throw new Error('the page has no entry, or no later styles');
      const files = [...[...html.matchAll(PART)].map(([, part = '']) => part), entry];
      const load = (attrs: Record<string, string | boolean>): HtmlTagDescriptor => ({
        tag: 'link',
        attrs: { ...attrs, fetchpriority: 'low', crossorigin: true },
        injectTo: 'head',
      });
      return {
        html: html.replace(ENTRY, '').replace(PART, '').replace(LATER_STYLES, ''),
        tags: [
          load({ rel: 'preload', as: 'style', href: styles }),
          ...files.map((href) => load({ rel: 'modulepreload', href })),
          {
            tag: 'script',
            children: `
      document.addEventListener('DOMContentLoaded', () => {
        const recover = ${recover};
        const style = () => new Promise((resolve, reject) => {
          const link = document.createElement('link');
          Object.assign(link, { rel: 'stylesheet', crossOrigin: '', href: ${JSON.stringify(styles)}, onload: resolve, onerror: reject });
          document.head.append(link);
        });
        const run = async () => {
          const styled = style();
          styled.catch(() => undefined);
          for (const file of ${JSON.stringify(files.slice(0, -1))}) {
            await import(file);
            await new Promise((next) => setTimeout(next));
          }
          await styled;
          await import(${JSON.stringify(entry)});
        };
        const start = () => void run().catch(recover);
        const waits = !document.hidden && !document.documentElement.hasAttribute('data-returning');
        if (waits) requestAnimationFrame(() => setTimeout(start));
        else start();
      });
    `,
            injectTo: 'head',
          },
        ],
      };
    },
  },
};

const folderOf = (mode: string, isSsrBuild: boolean): string => {
  if (isSsrBuild) return 'dist/draw';
  return mode === PREVIEW ? 'dist/preview' : 'dist';
};
const buildOf = (mode: string, isSsrBuild: boolean): Build => {
  if (mode === RECORD) return RECORD_BUILD;
  if (mode === PREVIEW) return PREVIEW_BUILD;
  return isSsrBuild ? DRAW_BUILD : APP_BUILD;
};

export default defineConfig(({ isSsrBuild = false, mode }) => ({
  root: import.meta.dirname,
  base: mode === PREVIEW ? '/preview/' : '/',
  plugins: [
    react(),
    paintFirst,
    precompress(join(import.meta.dirname, folderOf(mode, isSsrBuild), 'assets')),
    copyVerifiers,
    noSocket,
  ],
  build: {
    outDir: folderOf(mode, isSsrBuild),
    target: BROWSERS,
    modulePreload: { polyfill: false },
    // The page's Content-Security-Policy allows fonts and images from files, not from data: URLs.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    emptyOutDir: mode !== RECORD,
    rolldownOptions: buildOf(mode, isSsrBuild),
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
