import type { ConcernedAccount } from '@laurel/contracts/console/exclusion-records';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNumbers } from '../../i18n/numbers.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Masked } from '../../ui/masked.tsx';
import type { Column } from '../../ui/table-props.ts';
import { Time } from '../../ui/time.tsx';

type Props = {
  accounts: readonly ConcernedAccount[];
  total?: number;
  onEnd?: (() => void) | undefined;
};

/** Accounts with masked addresses, how many of their votes are concerned, and how many other votes they have. */
export const ConcernedTable = ({ accounts, total, onEnd }: Props) => {
  const { t } = useTranslation('exclusions');
  const { count } = useNumbers();
  const columns = useMemo(
    (): readonly Column<ConcernedAccount>[] => [
      {
        id: 'account',
        title: t('people.account'),
        lead: true,
        cell: ({ accountId, email }) => (
          <Link to="/voters/$id" params={{ id: accountId }}>
            <Masked text={email} />
          </Link>
        ),
      },
      { id: 'registered', title: t('people.registered'), cell: ({ registeredAt }) => <Time at={registeredAt} /> },
      { id: 'held', title: t('people.held'), align: 'end', cell: ({ held }) => count(held) },
      { id: 'others', title: t('people.others'), align: 'end', cell: ({ others }) => count(others) },
    ],
    [t, count],
  );
  return (
    <DataTable
      label={t('people.table')}
      items={accounts}
      columns={columns}
      idOf={({ accountId }) => accountId}
      total={total}
      onEnd={onEnd}
    />
  );
};
