import { type Results, type ResultsCategory, readResults } from '@laurel/contracts/console/calls/results';
import { inLanguage } from '@laurel/contracts/languages';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/language.ts';
import { useNumbers } from '../../i18n/numbers.ts';
import { categoryName, winnersOf } from '../../lib/categories.ts';
import { queryOf } from '../../lib/query.ts';
import { useMe } from '../../session/me.ts';
import { Button } from '../../ui/button.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { ScreenHead } from '../../ui/screen-head.tsx';
import { Empty, Failure, Loading } from '../../ui/states.tsx';
import { formatTime } from '../../ui/time.tsx';
import { isResult, isTied } from './results-csv.ts';
import styles from './sheet.module.css';

/** Writes a share of the category's votes, which is in percent. */
const useShare = () => {
  const numbers = useNumbers();
  return (percent: number | null | undefined): string =>
    typeof percent === 'number' ? numbers.share(percent / 100) : '–';
};

const Winners = ({ categories }: { categories: readonly ResultsCategory[] }) => {
  const { t } = useTranslation('results');
  const language = useLanguage();
  const share = useShare();
  return (
    <section className={styles.part}>
      <h2>{t('sheet.winners')}</h2>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('csv.category')}</th>
            <th scope="col">{t('sheet.winner')}</th>
            <th scope="col">{t('table.share')}</th>
          </tr>
        </thead>
        <tbody>
          {categories.map((category) => {
            const winners = winnersOf(category);
            return (
              <tr key={`${category.nomination}/${category.niche}`}>
                <th scope="row" translate="no">
                  {categoryName(category, language)}
                </th>
                <td translate={winners.length > 0 ? 'no' : undefined}>
                  {winners.map(({ name }) => inLanguage(name, language)).join(', ') || t('sheet.noVotes')}
                </td>
                <td>{share(winners[0]?.share)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
};

const Category = ({ category }: { category: ResultsCategory }) => {
  const { t } = useTranslation('results');
  const language = useLanguage();
  const numbers = useNumbers();
  const share = useShare();
  const { counted, nominees } = category;
  return (
    <section className={styles.category}>
      <h3 translate="no">{categoryName(category, language)}</h3>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('csv.place')}</th>
            <th scope="col">{t('table.nominee')}</th>
            <th scope="col">{t('table.counted')}</th>
            <th scope="col">{t('table.share')}</th>
          </tr>
        </thead>
        <tbody>
          {(nominees ?? []).map((nominee) => (
            <tr key={nominee.company}>
              <td>{nominee.rank ?? '–'}</td>
              <th scope="row">
                <span translate="no">{inLanguage(nominee.name, language)}</span>
                {isTied(nominee) && ` (${t('tie')})`}
                {nominee.withdrawn && ` (${t('withdrawn')})`}
              </th>
              <td>{numbers.count(nominee.counted)}</td>
              <td>{share(nominee.share)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td />
            <th scope="row">{t('sheet.sum')}</th>
            <td>{numbers.count(counted)}</td>
            <td />
          </tr>
        </tfoot>
      </table>
    </section>
  );
};

const Sheet = ({ results: { votes, categories }, at }: { results: Results; at: number }) => {
  const { t } = useTranslation('results');
  const language = useLanguage();
  const numbers = useNumbers();
  const sums = (['cast', 'excluded', 'counted'] as const).map(
    (name) => `${numbers.count(votes[name])} ${t(`sums.${name}`)}`,
  );
  return (
    <>
      <p>
        {sums.join(', ')}. {t('sheet.at', { time: formatTime(at, { show: 'full', language }) })}
      </p>
      <Winners categories={categories} />
      <section className={styles.part}>
        <h2>{t('sheet.all')}</h2>
        {categories.map((category) => (
          <Category key={`${category.nomination}/${category.niche}`} category={category} />
        ))}
      </section>
    </>
  );
};

/** The winners and the result of every category on paper. It does not change while it is read or printed. */
export const Screen = () => {
  const { t } = useTranslation('results');
  const language = useLanguage();
  const { award } = useMe();
  const { data, dataUpdatedAt, error, isFetching, refetch } = useQuery(queryOf(readResults, {}));
  const shown = data && isResult(data) ? data : undefined;
  return (
    <>
      <ScreenHead title={t('sheet.title', { award: inLanguage(award.name, language) })}>
        <span className={styles.buttons}>
          <LinkButton to="/results" tone="quiet">
            {t('sheet.back')}
          </LinkButton>
          {shown && (
            <Button tone="main" onClick={() => window.print()}>
              {t('sheet.print')}
            </Button>
          )}
        </span>
      </ScreenHead>
      {!data && error && <Failure error={error} onRetry={() => refetch()} busy={isFetching} />}
      {!data && !error && <Loading lines={8} />}
      {data && !shown && <Empty title={t('sheet.none.title')}>{t('sheet.none.text')}</Empty>}
      {shown && <Sheet results={shown} at={dataUpdatedAt} />}
    </>
  );
};
