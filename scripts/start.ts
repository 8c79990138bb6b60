// Builds what `npm start` serves: the Prisma client, the site, the console and the API, through turbo's cache. Does not even start turbo
// if no input of the build has changed.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buildHash } from './build-inputs.ts';
import { capture, stopAll } from './processes.ts';

const root = join(import.meta.dirname, '..');
const stamp = join(root, 'node_modules', '.cache', 'laurel', 'build');
const results = ['apps/api/dist/main.js', 'apps/web/dist/index.html', 'apps/console/dist/index.html'];

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => void stopAll().then(() => process.exit(130)));
}

const hash = buildHash(root);
const built = existsSync(stamp) && readFileSync(stamp, 'utf8') === hash;
if (!built || !results.every((file) => existsSync(join(root, file)))) {
  console.log('Building the site, the console and the API …');
  rmSync(stamp, { force: true });
  const outcome = await capture('turbo', ['run', 'build', '--output-logs=errors-only'], {
    cwd: root,
    env: process.env,
  });
  if (outcome.code !== 0) {
    console.error(`${outcome.output}\nlaurel: the build failed, see the lines above.`);
    process.exit(1);
  }
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, hash);
}
