// Writes the Prisma client to src/generated if the schema, Prisma or this file has changed since the last run.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const packageDir = join(import.meta.dirname, '..');
const internals = join(packageDir, 'src/generated/internal');
const schemaDir = join(packageDir, '../../prisma/schema');
const stamp = join(packageDir, 'src/generated/.stamp');
const prismaDir = dirname(createRequire(import.meta.url).resolve('prisma/package.json'));

/**
 * Puts Prisma's compiler of queries into a file. Prisma keeps it as a text in a module, which stays in memory twice: 5 MB of
 * each process.
 */
async function takeCompilerOut(): Promise<void> {
  const client = join(internals, 'class.ts');
  const text = readFileSync(client, 'utf8');
  const loaded = /const \{ wasm \} = await import\("(.+)"\)\n\s*return await decodeBase64AsWasm\(wasm\)/.exec(text);
  if (!loaded?.[1]) throw new Error(`${client} loads the compiler of queries in another way`);
  const { wasm }: { wasm: string } = await import(loaded[1]);
  writeFileSync(join(internals, 'query-compiler.wasm'), Buffer.from(wasm, 'base64'));
  const fromFile = `const { readFileSync } = await import('node:fs')
    return new WebAssembly.Module(readFileSync(new URL('./query-compiler.wasm', import.meta.url)))`;
  writeFileSync(client, text.replace(loaded[0], fromFile));
}

const hash = createHash('sha256').update(readFileSync(join(prismaDir, 'package.json')));
hash.update(readFileSync(import.meta.filename));
for (const file of readdirSync(schemaDir).sort()) {
  hash.update(`\0${file}\0`).update(readFileSync(join(schemaDir, file)));
}
const wanted = hash.digest('hex');

if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(prismaDir, 'build/index.js'), 'generate', '--no-hints'],
    {
      cwd: packageDir,
      // Prisma downloads a schema engine even if none is used, unless this variable names an existing program.
      env: { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, PRISMA_HIDE_UPDATE_MESSAGE: '1' },
    },
  );
  if (status !== 0) {
    process.stderr.write(Buffer.concat([stdout, stderr]));
    process.exit(status ?? 1);
  }
  await takeCompilerOut();
  writeFileSync(stamp, wanted);
}
