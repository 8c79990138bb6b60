import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNumbers } from '../../i18n/numbers.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Note } from '../../ui/note.tsx';
import { Sums } from '../../ui/stat-number.tsx';
import { Empty } from '../../ui/states.tsx';
import type { Column } from '../../ui/table-props.ts';
import { Time } from '../../ui/time.tsx';
import { Changed } from './changed.tsx';
import styles from './edition.module.css';
import type { Difference } from './types.ts';
import { useOtherYear } from './use-other-year.ts';

type Change = Difference['changes'][number];
type Nominee = Difference['added'][number];

const nameOf = ({ nomination, niche, company }: Nominee): string => `${nomination}/${niche}/${company}`;

/** Whether publishing would change nothing. */
export const isEmpty = ({ added, restored, withdrawn, times, changesTotal }: Difference): boolean =>
  added.length + restored.length + withdrawn.length + changesTotal === 0 && times === null;

/** Whether a withdrawn nominee may have votes. While results are hidden from the team, every nominee may have some. */
export const mayHaveVotes = ({ votes }: Difference['withdrawn'][number]): boolean => votes === null || votes > 0;

const Nominees = ({ title, names }: { title: string; names: readonly string[] }) =>
  names.length === 0 ? null : (
    <div>
      <h3 className={styles.part}>{title}</h3>
      <ul className={styles.names} translate="no">
        {names.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </div>
  );

/** What publishing would change: nominees, times, texts. */
export const DifferenceView = ({ difference }: { difference: Difference }) => {
  const { t } = useTranslation('edition');
  const numbers = useNumbers();
  const { added, restored, withdrawn, times, changes, changesTotal, guarded } = difference;
  const columns = useMemo(
    (): Column<Change>[] => [
      {
        id: 'field',
        title: t('difference.field'),
        lead: true,
        cell: ({ field }) => <code translate="no">{field}</code>,
      },
      {
        id: 'change',
        title: t('difference.change'),
        cell: ({ before, after }) => <Changed before={before} after={after} />,
      },
    ],
    [t],
  );
  const year = useOtherYear()(difference);
  if (isEmpty(difference)) {
    return <Empty title={year === undefined ? t('difference.empty') : t('difference.emptyOtherYear', { year })} />;
  }
  const lost = withdrawn.filter(mayHaveVotes);
  const others = changes.filter(({ field }) => !guarded.some((each) => each.field === field));
  const at = (moment: string | null) => (moment === null ? t('none') : <Time at={moment} show="full" />);
  return (
    <div className={styles.stack}>
      <Sums
        items={[
          { value: numbers.count(added.length), label: t('difference.added', { count: added.length }) },
          { value: numbers.count(restored.length), label: t('difference.restored', { count: restored.length }) },
          {
            value: numbers.count(withdrawn.length),
            label: t('difference.withdrawn', { count: withdrawn.length }),
            tone: lost.length > 0 ? 'bad' : undefined,
          },
          { value: numbers.count(changesTotal), label: t('difference.changes', { count: changesTotal }) },
        ]}
      />
      {guarded.length > 0 && (
        <div className={styles.stack}>
          <h3 className={styles.part}>{t('difference.guardedTitle')}</h3>
          <Note tone="warn">{t('difference.needsSecondPerson')}</Note>
          <DataTable
            label={t('difference.guardedTitle')}
            items={guarded}
            columns={columns}
            idOf={({ field }) => field}
          />
        </div>
      )}
      {times && (
        <dl className={styles.times}>
          {(['opensAt', 'closesAt'] as const).map((name) => (
            <div key={name}>
              <dt>{t(`difference.${name}`)}</dt>
              <dd>
                {at(times.before[name])}
                {times.before[name] !== times.after[name] && (
                  <>
                    {' '}
                    <span aria-hidden="true">→</span> <b>{at(times.after[name])}</b>
                  </>
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
      <Nominees title={t('difference.addedTitle')} names={added.map(nameOf)} />
      <Nominees title={t('difference.restoredTitle')} names={restored.map(nameOf)} />
      <Nominees
        title={t('difference.withdrawnTitle')}
        names={withdrawn.map((each) =>
          each.votes === null ? nameOf(each) : `${nameOf(each)} · ${t('votes', { count: each.votes })}`,
        )}
      />
      {others.length > 0 && (
        <DataTable label={t('difference.changesTitle')} items={others} columns={columns} idOf={({ field }) => field} />
      )}
      {changesTotal > changes.length && (
        <p className={styles.muted}>{t('difference.first', { count: changes.length })}</p>
      )}
    </div>
  );
};
