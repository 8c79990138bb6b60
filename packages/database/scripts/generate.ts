// Writes the Prisma client to src/generated if the schema or Prisma has changed since the last run.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const packageDir = join(import.meta.dirname, '..');
const schemaDir = join(packageDir, '../../prisma/schema');
const stamp = join(packageDir, 'src/generated/.stamp');
const prismaDir = dirname(createRequire(import.meta.url).resolve('prisma/package.json'));

const hash = createHash('sha256').update(readFileSync(join(prismaDir, 'package.json')));
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
  writeFileSync(stamp, wanted);
}
