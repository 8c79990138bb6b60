// cspell:ignore loho
import { demoEditionDir } from '@laurel/catalog/demo-edition';
import { loadEditionWithFiles } from '@laurel/catalog/load-edition';
import { expect, it } from 'vitest';
import { createEditionReader } from './reader.ts';

const { files } = await loadEditionWithFiles(demoEditionDir);
const NOMINEE = 'nominations.best-affiliate-team.categories.gambling.companies.orbit-crew';

it('changes a draft in a process of its own, and gives the files and fields as they are then', async () => {
  const { changeDraft } = createEditionReader();
  const set = { kind: 'set', field: 'year', before: null, after: 2031 } as const;
  const answer = await changeDraft(files, { kind: 'edits', edits: [set, { ...set, before: 2025 }] });
  expect(answer).toMatchObject({
    draft: { fields: { edition: { year: 2031 } }, conflicts: [{ current: 2025 }], problems: [] },
  });
  expect('draft' in answer && answer.draft.files.get('edition.yaml')?.toString()).toContain('year: 2031');
});

it('finds the nominee of each picture', async () => {
  const { matchPictures } = createEditionReader();
  expect(await matchPictures(['Orbit Crew.png', 'x.png'], [{ key: 'a', names: ['Orbit Crew'] }])).toMatchObject({
    matched: { matches: [{ file: 'Orbit Crew.png', key: 'a' }], filesLeft: ['x.png'] },
  });
});

const svg = (content: string): Buffer =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><style/>${content}</svg>`);

it('prepares a picture', async () => {
  const content = svg('<rect width="9" height="9"/>');
  const answer = await createEditionReader().changeDraft(files, {
    ...{ kind: 'picture', nominee: NOMINEE, use: 'logo', content, name: 'Лого.svg' },
  });
  expect(answer).toMatchObject({ draft: { picture: { file: 'loho.png' }, problems: [] } });
});
