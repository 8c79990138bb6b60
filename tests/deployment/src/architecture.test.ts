import { existsSync, readdirSync } from 'node:fs';
import { inRepository, repositoryFile } from '@laurel/support/repository';
import { expect, it } from 'vitest';

const page = repositoryFile('docs/architecture.md');
/** The files of a vote's way, as the figure names them. */
const steps = [...page.matchAll(/^\d ((?:packages|prisma|features)\/\S+)/gm)].map(([, path = '']) => path);

it('docs/architecture.md names the files of a vote’s way, and the newest definition of cast_votes()', () => {
  const migrations = readdirSync(inRepository('prisma/migrations')).filter((name) => /^\d/.test(name));
  const defining = migrations
    .toSorted()
    .filter((name) => /FUNCTION cast_votes\(/.test(repositoryFile(`prisma/migrations/${name}/migration.sql`)));
  const newest = defining.at(-1)?.replace(/^\d+/, '…');
  expect(steps).toHaveLength(7);
  expect(steps.filter((path) => path.startsWith('prisma/'))).toEqual([`prisma/migrations/${newest}`]);
  const files = steps.filter((path) => !path.startsWith('prisma/'));
  const places = files.map((path) => (path.startsWith('features/') ? `apps/api/src/${path}` : path));
  expect(places.filter((path) => !existsSync(inRepository(path)))).toEqual([]);
});
