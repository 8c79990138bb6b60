import type { EditionProblem } from '@laurel/contracts/console/calls/edition';
import { isEditionRule } from '@laurel/contracts/console/edition-rules';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

/**
 * Says in the page's language which rule a field breaks; in English if an earlier or a later release stored the draft. The texts of
 * `edition` must be loaded.
 */
export const useProblemText = (): ((problem: Pick<EditionProblem, 'rule' | 'params' | 'message'>) => string) => {
  const { t } = useTranslation('edition');
  return useCallback(
    ({ rule, params, message }) => (isEditionRule(rule) ? t(`rules.${rule}`, { replace: params }) : message),
    [t],
  );
};
