import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rollup } from 'vite';

/** The API's listener for the console. Under `pnpm dev`, Vite serves the page and forwards its calls there. */
const API = 'http://localhost:8081';
/** The most JavaScript that a first load may need, in bytes after gzip. */
const FIRST_LOAD_LIMIT = 200_000;
const assets = join(import.meta.dirname, 'dist/assets');

/** Writes a `.br` and a `.gz` beside each script, style and SVG, which the server sends unchanged. */
const precompress: Plugin = {
  name: 'precompress',
  apply: 'build',
  writeBundle() {
    for (const name of readdirSync(assets).filter((each) => /\.(js|css|svg)$/.test(each))) {
      const file = join(assets, name);
      const bytes = readFileSync(file);
      writeFileSync(`${file}.br`, brotliCompressSync(bytes));
      writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
    }
  },
};

/** The size of each screen's first load after gzip: the scripts of the shell, the screen, and their Ukrainian texts. */
const firstLoadsOf = (bundle: Rollup.OutputBundle): { screen: string; bytes: number }[] => {
  const chunks = Object.values(bundle).filter((part) => part.type === 'chunk');
  /** A script and all scripts that it imports statically. */
  const withImports = (name: string, found = new Set<string>()): Set<string> => {
    const part = bundle[name];
    if (found.has(name) || part?.type !== 'chunk') return found;
    found.add(name);
    for (const each of part.imports) withImports(each, found);
    return found;
  };
  const sizes = new Map(chunks.map(({ fileName, code }) => [fileName, gzipSync(code, { level: 9 }).length]));
  const texts = (name: string): string[] => {
    const files = chunks.filter(({ facadeModuleId }) => facadeModuleId?.endsWith(`/locales/uk/${name}.json`));
    return files.map(({ fileName }) => fileName);
  };
  const entry = chunks.find(({ isEntry }) => isEntry)?.fileName ?? '';
  const shared = [...withImports(entry), ...['common', 'errors', 'fields'].flatMap(texts)];
  return chunks.flatMap(({ fileName, facadeModuleId }) => {
    const [, screen] = /\/screens\/([^/]+)\/[\w-]*screen\.tsx$/.exec(facadeModuleId ?? '') ?? [];
    if (screen === undefined) return [];
    const own = texts(screen.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()));
    const names = new Set([...shared, ...withImports(fileName), ...own]);
    return [{ screen, bytes: [...names].reduce((sum, name) => sum + (sizes.get(name) ?? 0), 0) }];
  });
};

/** Prints the first load of the largest screen, and fails a build in which it is larger than allowed. */
const firstLoad: Plugin = {
  name: 'first-load',
  apply: 'build',
  generateBundle(_options, bundle) {
    const [largest] = firstLoadsOf(bundle).sort((one, two) => two.bytes - one.bytes);
    if (largest === undefined) this.error('The build has no screens');
    const words = `The first load of ${largest.screen}, the largest, needs ${largest.bytes} bytes of JavaScript after gzip`;
    process.stdout.write(`${words}, of at most ${FIRST_LOAD_LIMIT}\n`);
    if (largest.bytes > FIRST_LOAD_LIMIT) this.error(`${words}; ${FIRST_LOAD_LIMIT} is the most`);
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
