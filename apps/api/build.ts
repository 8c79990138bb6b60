// Bundles the API and the repository's own packages into dist/: one file to load instead of hundreds to strip of their types,
// which is what makes a start quick and an idle process small. Libraries from npm stay where pnpm put them.
import { readFileSync, rmSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));
const outdir = join(here, 'dist');
const entries = { main: 'src/main.ts', laurel: 'src/cli/main.ts' };
/** Programs of child processes: the module that starts one names it as a URL beside itself. */
const programs = { 'hash-process': 'src/crypto/hash-process.ts' };
const manifest: { dependencies: Record<string, string> } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'));

/** The package that an import names: `@scope/name` of `@scope/name/file`. */
function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

/** A path as an import in dist/ says it. */
function fromDist(file: string): string {
  return relative(outdir, file).replaceAll('\\', '/');
}

/**
 * Leaves libraries outside of the bundle. One that the API itself depends on keeps its name; one that only another
 * package of the repository depends on is not to be found from dist/ by name, so it is imported by its place.
 */
const librariesStayOutside: Plugin = {
  name: 'libraries-stay-outside',
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

/**
 * A source file that looks for files beside itself (the demo edition, the migrations) finds them from the bundle too.
 * Not the entries: they ask whether they are the program that was started, and in the bundle that is the bundle.
 */
const filesKnowTheirPlace: Plugin = {
  name: 'files-know-their-place',
  setup(builder) {
    builder.onLoad({ filter: /\.ts$/ }, (args) => {
      if (Object.values(entries).includes(relative(here, args.path))) return undefined;
      const source = readFileSync(args.path, 'utf8');
      const place = `new URL(${JSON.stringify(fromDist(args.path))}, import.meta.url).href`;
      let contents = source.replaceAll('import.meta.url', place);
      for (const name of Object.keys(programs)) {
        contents = contents.replaceAll(`new URL('./${name}.ts', ${place})`, `new URL('./${name}.js', import.meta.url)`);
      }
      return { contents, loader: 'ts' };
    });
  },
};

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
  plugins: [librariesStayOutside, filesKnowTheirPlace],
});
