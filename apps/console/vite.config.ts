import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** The console's address under `pnpm dev` is Vite's; its calls go to the API's second listener. */
const API = 'http://localhost:8081';
/** The most JavaScript that a first load may need, in bytes after gzip. */
const FIRST_LOAD_LIMIT = 200_000;
const assets = join(import.meta.dirname, 'dist/assets');

/** Writes a `.br` and a `.gz` beside each script, style and SVG, which the server sends unchanged. */
const precompress: Plugin = {
  name: 'precompress',
  apply: 'build',
  closeBundle() {
    for (const name of readdirSync(assets).filter((each) => /\.(js|css|svg)$/.test(each))) {
      const file = join(assets, name);
      const bytes = readFileSync(file);
      writeFileSync(`${file}.br`, brotliCompressSync(bytes));
      writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
    }
  },
};

/** Prints the JavaScript of the first load, the shell with its largest screen, and fails a build that needs more than allowed. */
const firstLoad: Plugin = {
  name: 'first-load',
  apply: 'build',
  generateBundle(_options, bundle) {
    const sizeOf = (name: string): number => {
      const part = bundle[name];
      return part?.type === 'chunk' ? gzipSync(part.code, { level: 9 }).length : 0;
    };
    /** A script and everything that it imports at once. */
    const needs = (name: string, found = new Set<string>()): Set<string> => {
      const part = bundle[name];
      if (found.has(name) || part?.type !== 'chunk') return found;
      found.add(name);
      for (const each of part.imports) needs(each, found);
      return found;
    };
    const total = (names: Iterable<string>) => [...names].reduce((sum, name) => sum + sizeOf(name), 0);
    const chunks = Object.values(bundle).filter((part) => part.type === 'chunk');
    const shell = needs(chunks.find(({ isEntry }) => isEntry)?.fileName ?? '');
    const screens = chunks
      .filter(({ facadeModuleId }) => /\/screens\/[^/]+\/screen\.tsx$/.test(facadeModuleId ?? ''))
      .map(({ fileName }) => total([...needs(fileName)].filter((each) => !shell.has(each))));
    const bytes = total(shell) + Math.max(0, ...screens);
    process.stdout.write(`first load: ${bytes} bytes of JavaScript after gzip, of at most ${FIRST_LOAD_LIMIT}\n`);
    if (bytes > FIRST_LOAD_LIMIT) this.error(`The first load needs ${bytes} bytes; ${FIRST_LOAD_LIMIT} is the most`);
  },
};

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), firstLoad, precompress],
  build: {
    target: 'es2022',
    // The first browsers with light-dark().
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    modulePreload: { polyfill: false },
    // The Content-Security-Policy allows fonts from files, not from data: URLs.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // firstLoad checks the size.
    chunkSizeWarningLimit: 1_000,
    // All code of the first paint is in one file; otherwise each module shared with a screen is one more request.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] } } },
  },
  server: { port: 5174, proxy: { '/api': { target: API, changeOrigin: false } } },
});
