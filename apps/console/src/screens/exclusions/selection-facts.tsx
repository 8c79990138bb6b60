import type { StoredSelection } from '@laurel/contracts/console/exclusion-records';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNumbers } from '../../i18n/numbers.ts';
import { useBallotNames } from '../../lib/use-ballot-names.ts';
import { Facts } from '../../ui/facts.tsx';
import { Time } from '../../ui/time.tsx';

const LISTS = ['networks', 'numbers', 'mailDomains', 'timeZones', 'userAgents'] as const;

/** The criteria of a stored selection. */
export const SelectionFacts = ({ selection }: { selection: StoredSelection }) => {
  const { t } = useTranslation('exclusions');
  const { count } = useNumbers();
  const names = useBallotNames();
  const { from, until, nominees, categories, accounts, voters } = selection;
  const shown = (values: readonly string[] | number): ReactNode => {
    if (typeof values === 'number') return t('criteria.values', { count: values, number: count(values) });
    return values.length === 0 ? t('criteria.erased') : <span translate="no">{values.join(', ')}</span>;
  };
  const items: { name: string; value: ReactNode }[] = [
    ...LISTS.flatMap((key) => {
      const values = selection[key];
      return values === undefined ? [] : [{ name: t(`criteria.${key}`), value: shown(values) }];
    }),
    ...(from === undefined ? [] : [{ name: t('criteria.from'), value: <Time at={from} show="full" /> }]),
    ...(until === undefined ? [] : [{ name: t('criteria.until'), value: <Time at={until} show="full" /> }]),
    ...(nominees ? [{ name: t('criteria.nominees'), value: nominees.map(names.nomineeTitle).join(', ') }] : []),
    ...(categories ? [{ name: t('criteria.categories'), value: categories.map(names.categoryTitle).join(', ') }] : []),
    ...(accounts === undefined
      ? []
      : [{ name: t('criteria.accounts'), value: t('criteria.ids', { count: accounts, number: count(accounts) }) }]),
    ...(voters === undefined
      ? []
      : [{ name: t('criteria.voters'), value: t('criteria.ids', { count: voters, number: count(voters) }) }]),
  ];
  return <Facts items={items} />;
};
