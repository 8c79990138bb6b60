// Bundles the API and the repository's packages into dist/, so that the server starts fast and uses little memory: Node.js
// loads a few files instead of removing the types from hundreds. npm packages stay in node_modules.
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));
const outdir = join(here, 'dist');
const entries = { main: 'src/main.ts', laurel: 'src/cli/main.ts' };
/** Programs of child processes. The module that starts one refers to it by a URL relative to itself. */
const programs = {
  'hash-process': 'src/crypto/hash-process.ts',
  'cluster-search-process': 'src/wiring/cluster-search-process.ts',
  'reader-process': 'src/adapters/edition-reader/reader-process.ts',
};
const manifest: { dependencies: Record<string, string> } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'));

/** The package that an import names: `@scope/name` of `@scope/name/file`. */
function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

/** A path relative to dist/, for an import. */
function fromDist(file: string): string {
  return relative(outdir, file).replaceAll('\\', '/');
}

/**
 * Leaves libraries out of the bundle. A dependency of the API keeps its name. A library that only another package depends on
 * can't be found by name from dist/, so it is imported by its path.
 */
const externalLibraries: Plugin = {
  name: 'external-libraries',
  setup(builder) {
    builder.onResolve({ filter: /^[^./]/ }, async (args) => {
      if (args.pluginData === 'asked' || args.kind === 'entry-point') return undefined;
      if (isBuiltin(args.path)) return { path: args.path, external: true };
      if (args.path.startsWith('@laurel/')) return undefined;
      if (packageOf(args.path) in manifest.dependencies) return { path: args.path, external: true };
      const { importer, kind, resolveDir } = args;
      const found = await builder.resolve(args.path, { importer, kind, resolveDir, pluginData: 'asked' });
      return found.errors.length > 0 ? { errors: found.errors } : { path: fromDist(found.path), external: true };
    });
  },
};

/** Matches the URL of a file beside a source, such as a picture that the source reads. */
const FILE_BESIDE = /new URL\('(\.\/[^']+\.(?:css|js|png|wasm))', import\.meta\.url\)/g;

/** Copies a file to dist/files/, because the container image has no sources. @returns the expression of its URL */
function copiedFile(file: string): string {
  const name = `files/${relative(join(here, '../..'), file).replaceAll('\\', '/')}`;
  cpSync(file, join(outdir, name));
  return `new URL('./${name}', BUNDLE_URL)`;
}

/**
 * Replaces import.meta.url with the URL of the source file, so that bundled code finds files beside its source (the demo
 * edition, the migrations).
 */
const sourceUrls: Plugin = {
  name: 'source-urls',
  setup(builder) {
    builder.onLoad({ filter: /\.ts$/ }, (args) => {
      const source = readFileSync(args.path, 'utf8').replaceAll(FILE_BESIDE, (_all, name: string) =>
        copiedFile(join(dirname(args.path), name)),
      );
      const place = `new URL(${JSON.stringify(fromDist(args.path))}, import.meta.url).href`;
      let contents = source.replaceAll('import.meta.url', place).replaceAll('BUNDLE_URL', 'import.meta.url');
      for (const name of Object.keys(programs)) {
        contents = contents.replaceAll(`new URL('./${name}.ts', ${place})`, `new URL('./${name}.js', import.meta.url)`);
      }
      return { contents, loader: 'ts' };
    });
  },
};

/**
 * Escapes the non-ASCII characters that esbuild leaves in regular expressions. With a single character outside of
 * Latin-1, V8 stores the whole source with two bytes a character: 1.1 MB more for the server.
 */
function inAscii(code: string): string {
  return code.replaceAll(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

rmSync(outdir, { recursive: true, force: true });
await build({
  absWorkingDir: here,
  entryPoints: { ...entries, ...programs },
  outdir,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  sourcemap: 'linked',
  logLevel: 'warning',
  plugins: [externalLibraries, sourceUrls],
});
for (const name of readdirSync(outdir).filter((file) => file.endsWith('.js'))) {
  const file = join(outdir, name);
  writeFileSync(file, inAscii(readFileSync(file, 'utf8')));
}
