import type { EditionDraft } from '@laurel/contracts/console/calls/edition';

type Difference = NonNullable<EditionDraft['difference']>;

/** What a draft changes: nothing against version 3. */
export const differenceOf = (more: Partial<Difference> = {}): Difference => ({
  ...{ year: 2026, live: 3, added: [], restored: [], withdrawn: [], times: null, changes: [], changesTotal: 0 },
  ...{ guarded: [], needsSecondPerson: false },
  ...more,
});

/** Draft 7, a zip without problems. */
export const draftOf = (more: Partial<EditionDraft> = {}): EditionDraft => ({
  ...{ id: 7, source: 'zip', uploadedAt: '2026-11-24T19:00:00.000Z', uploadedBy: 'Olena (console)' },
  ...{ problemsTotal: 0, problems: [], warnings: [], publishedAs: null, name: null, editable: true, outdated: false },
  ...{ sameAs: null, older: null, merged: null, difference: differenceOf(), proposal: null },
  ...more,
});
