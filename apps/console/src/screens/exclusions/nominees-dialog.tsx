import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNumbers } from '../../i18n/numbers.ts';
import type { useBallotNames } from '../../lib/use-ballot-names.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import type { Column } from '../../ui/table-props.ts';
import styles from './exclusions.module.css';
import type { CategoryEffect } from './types.ts';

type Nominee = CategoryEffect['before']['nominees'][number];
type Row = { company: string; before: Nominee; after: Nominee };

type Props = { effect: CategoryEffect; names: ReturnType<typeof useBallotNames>; onClose(): void };

/** All nominees of a category with votes, shares and ranks, before and after. */
export const NomineesDialog = ({ effect, names, onClose }: Props) => {
  const { t } = useTranslation(['exclusions', 'common']);
  const { count, share } = useNumbers();
  const category = `${effect.nomination}/${effect.niche}`;
  const after = new Map(effect.after.nominees.map((each) => [each.company, each]));
  const rows = effect.before.nominees.map(
    (before): Row => ({ company: before.company, before, after: after.get(before.company) ?? before }),
  );
  const columns = useMemo((): readonly Column<Row>[] => {
    const change = (of: (nominee: Nominee) => string) => (row: Row) => {
      const [was, becomes] = [of(row.before), of(row.after)];
      return was === becomes ? (
        was
      ) : (
        <span className={styles.change}>
          {was} → <b>{becomes}</b>
        </span>
      );
    };
    return [
      {
        id: 'nominee',
        title: t('nominees.nominee'),
        lead: true,
        cell: ({ company }) => names.nomineeTitle(`${category}/${company}`),
      },
      {
        id: 'rank',
        title: t('nominees.rank'),
        align: 'end',
        cell: change(({ rank }) => (rank === null ? '–' : String(rank))),
      },
      {
        id: 'share',
        title: t('nominees.share'),
        align: 'end',
        cell: change(({ percentage }) => (percentage === null ? '–' : share(percentage / 100))),
      },
      { id: 'votes', title: t('nominees.votes'), align: 'end', cell: change(({ votes }) => count(votes)) },
    ];
  }, [t, category, names, count, share]);
  return (
    <Dialog title={names.categoryTitle(category)} onClose={onClose}>
      <DataTable label={t('nominees.title')} items={rows} columns={columns} idOf={({ company }) => company} />
      <DialogActions>
        <Button onClick={onClose}>{t('common:close')}</Button>
      </DialogActions>
    </Dialog>
  );
};
