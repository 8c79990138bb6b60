import type { EditionProblem } from '@laurel/contracts/console/calls/edition';
import type { DraftFields, FieldValue } from '@laurel/contracts/console/calls/editor';
import type { Language } from '@laurel/contracts/languages';
import { act, render } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { loadTexts, startI18n } from '../i18n/i18n.ts';
import type { Namespace } from '../i18n/resources.ts';
import { applyEdits, valueAt } from '../screens/editor/apply-edits.ts';
import { outlineOf, problemsByField } from '../screens/editor/outline.ts';
import { DraftContext, type OpenDraft } from '../screens/editor/use-draft.ts';

export const NOMINEE = 'nominations.best-duo.categories.news.companies.night-radio';

const FIELDS: DraftFields = {
  ...{ revision: 1, editors: [], id: 7, name: null, publishedAs: null, published: [] },
  ...{ problems: [], problemsTotal: 0, warnings: [] },
  edition: {
    year: 2027,
    texts: { name: { en: 'Podcast Awards', uk: 'Премія' }, hero: { accent: { en: 'of the year.', uk: 'року.' } } },
    phases: { votingOpensAt: '2027-04-01T10:00:00+03:00' },
  },
  nominations: [
    {
      tag: 'best-duo',
      title: { en: 'Best duo', uk: 'Дует' },
      categories: [
        { tag: 'news', name: { en: 'News', uk: 'Новини' }, companies: [{ tag: 'night-radio', name: 'Night Radio' }] },
      ],
    },
  ],
};

type Options = { language?: Language; problems?: EditionProblem[]; settled?: OpenDraft['settled'] };

/** Shows a part of the editor in a draft that no server has. */
export const openInDraft = async (
  children: ReactNode,
  namespaces: readonly Namespace[],
  { language = 'en', problems = [], settled = async () => undefined }: Options = {},
) => {
  await startI18n(language);
  await Promise.all([...namespaces, 'editor' as const].map(loadTexts));
  let refreshes = 0;
  let shown: DraftFields = { ...FIELDS, problems };
  const nothing = () => undefined;
  const Host = () => {
    const [fields, setFields] = useState(shown);
    shown = fields;
    const edit: OpenDraft['edit'] = (edits) => setFields((before) => applyEdits(before, edits));
    const draft: OpenDraft = {
      ...{ id: 7, fields, saving: 'saved', error: undefined, conflicts: [], others: [], mayEdit: true, mayTest: true },
      ...{ edit, enter: nothing, settled, resolve: nothing, drop: nothing },
      set: (field: string, after: FieldValue) => edit([{ kind: 'set', field, before: valueAt(fields, field), after }]),
      refresh: () => {
        refreshes += 1;
      },
      problems: problemsByField(fields, fields.problems),
      nominations: outlineOf(fields, problemsByField(fields, fields.problems)),
      get: (field: string) => valueAt(fields, field),
      live: undefined,
    };
    return <DraftContext value={draft}>{children}</DraftContext>;
  };
  render(<Host />);
  await act(async () => undefined);
  return {
    refreshed: () => refreshes,
    /** The value of a field now. */
    value: (field: string): FieldValue => valueAt(shown, field),
  };
};
