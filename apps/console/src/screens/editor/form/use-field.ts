import { useTranslation } from 'react-i18next';
import { useProblemText } from '../../../i18n/problem-text.ts';
import { fieldOf } from '../outline.ts';
import { useDraft } from '../use-draft.ts';
import { problemsAt } from './problems.ts';

const capital = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);

/** A field of the draft: its value, what is wrong with it, and who else is in it. */
export const useField = (path: string) => {
  const { t } = useTranslation('edition-form');
  const draft = useDraft();
  const problemText = useProblemText();
  const { fields, others } = draft;
  const problems = (fields?.problems ?? []).map((problem) => ({
    ...problem,
    field: (fields && fieldOf(fields, problem)) ?? '',
  }));
  return {
    draft,
    value: draft.get(path),
    /** What is wrong with the field, or with a part of it, such as `.en` or `[0].key`. */
    problem: (part: string): string | undefined => {
      const [found] = problemsAt(problems, path, part);
      return found && capital(problemText(found));
    },
    /** Somebody else who is in the field. */
    visitor: (part: string): string | undefined => {
      const name = others.find(({ field }) => field === `${path}${part}`)?.name;
      return name === undefined ? undefined : t('here', { name });
    },
    enter: (part: string) => () => draft.enter(`${path}${part}`),
  };
};
