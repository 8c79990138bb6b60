import { useTranslation } from 'react-i18next';
import { useNumbers } from '../../i18n/numbers.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Note } from '../../ui/note.tsx';
import { Sums } from '../../ui/stat-number.tsx';
import { Empty } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { useChangeColumns } from './change-columns.tsx';
import { effectOf } from './change-words.ts';
import styles from './edition.module.css';
import type { Difference } from './types.ts';
import type { ChangeWords } from './use-change-words.ts';
import { useOtherYear } from './use-other-year.ts';

/** Whether publishing would change nothing. */
export const isEmpty = ({ added, restored, withdrawn, times, changesTotal }: Difference): boolean =>
  added.length + restored.length + withdrawn.length + changesTotal === 0 && times === null;

/** Whether a withdrawn nominee may have votes. While results are hidden from the team, every nominee may have some. */
export const mayHaveVotes = ({ votes }: Difference['withdrawn'][number]): boolean => votes === null || votes > 0;

type ListProps = {
  title: string;
  /** What it does to votes. */
  effect?: string;
  nominees: readonly (Difference['added'][number] & { votes?: number | null })[];
  words: ChangeWords;
};

const Nominees = ({ title, effect, nominees, words }: ListProps) => {
  const { t } = useTranslation('edition');
  if (nominees.length === 0) return null;
  return (
    <div>
      <h3 className={styles.part}>{title}</h3>
      <ul className={styles.names}>
        {nominees.map((nominee) => {
          const { name, place } = words.nominee(nominee);
          const { nomination, niche, company, votes } = nominee;
          return (
            <li key={`${nomination}/${niche}/${company}`}>
              <b>{name}</b> <span className={styles.muted}>{place}</span>
              {typeof votes === 'number' && ` · ${t('votes', { count: votes })}`}
            </li>
          );
        })}
      </ul>
      {effect !== undefined && <p className={styles.muted}>{effect}</p>}
    </div>
  );
};

/** What publishing would change: nominees, times, texts. */
export const DifferenceView = ({ difference, words }: { difference: Difference; words: ChangeWords }) => {
  const { t } = useTranslation('edition');
  const numbers = useNumbers();
  const { added, restored, withdrawn, times, changes, changesTotal, guarded } = difference;
  const columns = useChangeColumns(words, t('difference.change'));
  const year = useOtherYear()(difference);
  if (isEmpty(difference)) {
    return <Empty title={year === undefined ? t('difference.empty') : t('difference.emptyOtherYear', { year })} />;
  }
  const lost = withdrawn.filter(mayHaveVotes);
  const others = words.distinct(changes.filter(({ field }) => !guarded.some((each) => each.field === field)));
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
            items={words.distinct(guarded)}
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
      <Nominees title={t('difference.addedTitle')} effect={t('words.effect.added')} nominees={added} words={words} />
      <Nominees title={t('difference.restoredTitle')} nominees={restored} words={words} />
      <Nominees title={t('difference.withdrawnTitle')} nominees={withdrawn} words={words} />
      {others.length > 0 && (
        <DataTable label={t('difference.changesTitle')} items={others} columns={columns} idOf={({ field }) => field} />
      )}
      {changes.some(({ field }) => effectOf(field) === 'none') && (
        <p className={styles.muted}>
          {t(changes.every(({ field }) => effectOf(field) === 'none') ? 'words.effect.none' : 'words.effect.others')}
        </p>
      )}
      {changesTotal > changes.length && (
        <p className={styles.muted}>{t('difference.first', { count: changes.length })}</p>
      )}
    </div>
  );
};
