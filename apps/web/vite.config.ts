import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Where `pnpm dev` finds the API. */
const API = 'http://localhost:8080';
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

export default defineConfig(({ isSsrBuild = false }) => ({
  root: import.meta.dirname,
  plugins: [react(), precompress],
  // Replaced by each answer's own nonce; what the page injects later reads it from the meta element.
  html: { cspNonce: '__LAUREL_NONCE__' },
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
  server: {
    proxy: { '/api': API, '/dev': API, '/ws': { target: API, ws: true } },
  },
}));
