import { type Results, readResults } from '@laurel/contracts/console/calls/results';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/language.ts';
import { useNumbers } from '../../i18n/numbers.ts';
import { countTies } from '../../lib/categories.ts';
import { queryOf } from '../../lib/query.ts';
import { AddressField } from '../../ui/address-field.tsx';
import { Card } from '../../ui/card.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Note } from '../../ui/note.tsx';
import { ScreenHead } from '../../ui/screen-head.tsx';
import { Sums } from '../../ui/stat-number.tsx';
import { Empty, Waiting } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { CategoryCard } from './category-card.tsx';
import { findCategories } from './find-categories.ts';
import styles from './results.module.css';
import { TakeAway } from './take-away.tsx';

/** The refresh interval, milliseconds. The final count is refreshed too, because exclusions may still change it. */
const REFRESH_MS = 10_000;

/** Whether the count is interim or final, its totals, and a notice while results are hidden from the team. */
const State = ({ results }: { results: Results }) => {
  const { final, embargo, announcedAt, ties: rule, votes, categories } = results;
  const { t } = useTranslation('results');
  const numbers = useNumbers();
  const ties = countTies(categories);
  return (
    <>
      {embargo && (
        <Note tone="warn">
          <p className={styles.strong}>{t('embargo.title')}</p>
          <p>
            {t('embargo.text')}{' '}
            {announcedAt !== null && (
              <>
                {t('embargo.at')} <Time at={announcedAt} />.
              </>
            )}
          </p>
        </Note>
      )}
      <Card>
        <div className={styles.state}>
          <Chip tone={final ? 'ok' : 'warn'}>{t(final ? 'state.final' : 'state.interim')}</Chip>
          <p>{t(final ? 'lead.final' : 'lead.interim')}</p>
        </div>
        <Sums
          items={[
            { value: numbers.count(votes.cast), label: t('sums.cast') },
            { value: numbers.count(votes.excluded), label: t('sums.excluded') },
            { value: numbers.count(votes.counted), label: t('sums.counted') },
          ]}
        />
        {ties > 0 && <p className={styles.ties}>{`${t('ties', { count: ties })} · ${t(`tieRule.${rule}`)}`}</p>}
        <p className={styles.small}>{t('check')}</p>
      </Card>
    </>
  );
};

/** The count of every category. */
export const Screen = () => {
  const { t } = useTranslation('results');
  const language = useLanguage();
  const { find = '' } = useSearch({ from: '/console/results' });
  const navigate = useNavigate({ from: '/results' });
  const query = useQuery({ ...queryOf(readResults, {}), refetchInterval: REFRESH_MS });
  const { data } = query;
  const found = data ? findCategories(data.categories, find, language) : [];
  return (
    <>
      <ScreenHead title={t('title')} />
      {!data && <Waiting query={query} lines={8} />}
      {data && (
        <>
          <State results={data} />
          <TakeAway results={data} />
          <search className={styles.search}>
            <AddressField
              type="search"
              label={t('filter.label')}
              hint={t('filter.hint')}
              value={find}
              maxLength={80}
              autoComplete="off"
              onWrite={({ value }) => {
                void navigate({ search: value === '' ? {} : { find: value }, replace: true });
                return value;
              }}
            />
          </search>
          {found.length === 0 && (
            <Card>
              <Empty title={t('none.title')}>{t('none.text')}</Empty>
            </Card>
          )}
          <div className={styles.categories}>
            {found.map((category) => (
              <CategoryCard key={`${category.nomination}/${category.niche}`} category={category} />
            ))}
          </div>
        </>
      )}
    </>
  );
};
