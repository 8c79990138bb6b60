// @vitest-environment happy-dom
import type { EditionDraft } from '@laurel/contracts/console/calls/edition';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openConsole, page } from '../../testing/console.tsx';
import { meOf } from '../../testing/data.ts';
import { stubApi } from '../../testing/fake-api.ts';

const publisher = { id: 3, publishedAt: '2026-11-13T10:00:00.000Z', publishedBy: 'Olena (console)', reason: null };
const counts = { year: 2026, nominations: 2, categories: 3, nominees: 140, images: 1, approvals: 1 };
const DRAFT: EditionDraft = {
  ...{ id: 7, source: 'csv', uploadedAt: '2026-11-24T19:00:00.000Z', uploadedBy: 'Olena (console)' },
  ...{ problemsTotal: 0, problems: [], publishedAs: null, outdated: false, sameAs: null, older: null, proposal: null },
  warnings: [
    {
      file: 'nominees.csv',
      line: 2,
      column: 1,
      field: 'name',
      message:
        'is also the name of the nominee "two-owls" at nominations/best-duo.yaml:8: voters can’t tell them apart',
      rule: 'sameName',
      params: { tag: 'two-owls', place: 'nominations/best-duo.yaml:8' },
    },
  ],
  difference: {
    ...{
      live: 3,
      guarded: [],
      added: [],
      restored: [],
      withdrawn: [],
      times: null,
      changesTotal: 1,
      needsSecondPerson: false,
    },
    changes: [{ field: 'texts.name.en', before: 'Small Awards', after: 'Large Awards' }],
  },
};

it('a draft shows what is worth a look beside what changes', async () => {
  onTestFinished(() => void vi.unstubAllGlobals());
  stubApi({
    'GET /me': { body: meOf('organiser') },
    'GET /edition/live': { body: { live: { ...publisher, ...counts }, versions: [], hasMore: false, drafts: [] } },
    'GET /edition/drafts/7': { body: DRAFT },
  });
  const shown = await openConsole('/edition?draft=7', 'uk');
  onTestFinished(() => shown.close());
  await page.find(
    'збігається з назвою номінанта two-owls (nominations/best-duo.yaml:8): учасники не зможуть їх розрізнити',
  );
  expect(page.has('1 місце варто переглянути перед публікацією.')).toBe(true);
  expect(page.has('texts.name.en')).toBe(true);
});
