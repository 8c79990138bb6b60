import { expect, it } from 'vitest';
import { changeDraft } from './change-draft.ts';
import { demoEditionDir } from './demo-edition.ts';
import { loadEditionWithFiles } from './load-edition.ts';

const { files: base } = await loadEditionWithFiles(demoEditionDir);
const NOMINEE = 'nominations.best-affiliate-team.categories.gambling.companies.orbit-crew';
const LOGO = 'logos/orbit-crew.svg';
const logo = (size: number): Buffer =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="${size}" height="9"/></svg>`);
const withFile = (file: string, content: Buffer | string) => new Map([...base, [file, Buffer.from(content)]]);
const edition = base.get('edition.yaml')?.toString() ?? '';
const theirs = withFile('edition.yaml', edition.replace(/^supportEmail: .*$/m, 'supportEmail: help@example.org'));
const merged = (here: ReadonlyMap<string, Buffer>, mine: ReadonlyMap<string, Buffer>, ...taken: string[]) =>
  changeDraft(here, { kind: 'merge', base, mine, taken });

it('a folder that changed a picture under its name brings it along, with the comments of the other folder', async () => {
  const { files, differing, problems } = await merged(
    new Map([
      ...theirs,
      ['edition.yaml', Buffer.concat([Buffer.from('# kept\n'), theirs.get('edition.yaml') ?? Buffer.alloc(0)])],
    ]),
    withFile(LOGO, logo(3)),
  );
  expect([differing, problems]).toEqual([[], []]);
  expect(files.get('logos/orbit-crew-2.svg')).toEqual(logo(3));
  expect(files.has(LOGO)).toBe(false);
  expect(files.get('edition.yaml')?.toString()).toMatch(/^# kept\n[\s\S]*supportEmail: help@example\.org/);
});

it('two pictures under one name are a conflict', async () => {
  const conflict = { field: `${NOMINEE}.logo`, before: 'orbit-crew.svg', after: 'orbit-crew.svg' };
  const kept = await merged(withFile(LOGO, logo(2)), withFile(LOGO, logo(3)));
  expect(kept.differing).toEqual(expect.arrayContaining([conflict]));
  expect(kept.files.get(LOGO)).toEqual(logo(2));
  const taken = await merged(
    withFile(LOGO, logo(2)),
    withFile(LOGO, logo(3)),
    ...(kept.differing ?? []).map(({ field }) => field),
  );
  expect(taken.files.get('logos/orbit-crew-2.svg')).toEqual(logo(3));
});
