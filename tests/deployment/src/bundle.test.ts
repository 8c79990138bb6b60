import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const dist = join(import.meta.dirname, '../../../apps/api/dist');
/** A file beside a source: `new URL("./mark.png", new URL("../src/messages/mark.ts", …))`. */
const BESIDE_SOURCE = /new URL\(["'`]\.\/[^,]+, new URL\("\.\.\/src\/([^"]+)"/g;

it('the built API reads no file beside its sources, which the image lacks, except the tools of development', () => {
  const bundles = readdirSync(dist).filter((name) => name.endsWith('.js'));
  const read = bundles.flatMap((name) =>
    [...readFileSync(join(dist, name), 'utf8').matchAll(BESIDE_SOURCE)].map(([, source]) => source),
  );
  expect([...new Set(read)]).toEqual(['dev/pages.ts']);
});
