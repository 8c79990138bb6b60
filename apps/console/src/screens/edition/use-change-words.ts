import { readFields } from '@laurel/contracts/console/calls/editor';
import { readResults } from '@laurel/contracts/console/calls/results';
import { inLanguage } from '@laurel/contracts/languages';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/language.ts';
import { fieldOf } from '../../lib/draft-fields.ts';
import { namesOf, pathOf } from '../../lib/draft-names.ts';
import { queryOf } from '../../lib/query.ts';
import { changeWords } from './change-words.ts';
import type { Problem } from './types.ts';

/**
 * Says changes in words. The names are those of the draft, and for who is no longer in it those of the live edition; what has no
 * name there is called by its tag.
 * @param draft undefined for a version
 */
export const useChangeWords = (draft: number | undefined) => {
  const { t } = useTranslation('edition');
  const language = useLanguage();
  const fields = useQuery({ ...queryOf(readFields, { params: { id: draft ?? 0 } }), enabled: draft !== undefined });
  const live = useQuery(queryOf(readResults, {}));
  return useMemo(() => {
    const published = (live.data?.categories ?? []).flatMap(({ nomination, niche, title, name, nominees }) => [
      [`nominations.${nomination}`, inLanguage(title, language)] as const,
      [pathOf(nomination, niche), inLanguage(name, language)] as const,
      ...(nominees ?? []).map(
        (each) => [pathOf(nomination, niche, each.company), inLanguage(each.name, language)] as const,
      ),
    ]);
    const said = fields.data ?? { edition: null, nominations: [] };
    return {
      ...changeWords(t, language, new Map([...published, ...namesOf(said.nominations, language).byPath])),
      /** The path of a problem's field in the draft. */
      pathOf: (problem: Pick<Problem, 'file' | 'field'>) => fieldOf(said, problem) ?? problem.field,
    };
  }, [t, language, live.data, fields.data]);
};
export type ChangeWords = ReturnType<typeof useChangeWords>;
