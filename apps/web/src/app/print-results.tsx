import type { StatisticsItem } from '@laurel/contracts/records';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useEdition } from '../features/edition/context.ts';
import { statisticsQuery } from '../features/nominations/api.ts';
import { leadersOf, type Nomination, publishedOf, ranked, rankOf } from '../features/nominations/flow.ts';
import { outcomesOf } from '../features/nominations/outcome.ts';
import { shownIn } from '../features/nominations/totals.ts';
import { useLanguage, useLocalized } from '../i18n/language.ts';
import { formatPercent } from '../lib/numbers.ts';
import { serverTime } from '../lib/server-clock.ts';
import { formatKyivMinute } from '../lib/time.ts';
import styles from './print-results.module.css';

/** Whether the page is being printed. A print renders synchronously, before the browser lays out the paper. */
const usePrinting = (): boolean => {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    // The media query changes after the browser has counted the pages.
    const begin = () => flushSync(() => setPrinting(true));
    const end = () => setPrinting(false);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return printing;
};

/** The printed page: the results of all categories. */
export const PrintResults = ({ inlined }: { inlined: readonly StatisticsItem[] }) => {
  const printing = usePrinting();
  const { t } = useTranslation(['page', 'nominations']);
  const localize = useLocalized();
  const language = useLanguage();
  const { texts, year, nominations, phase, results } = useEdition();
  const client = useQueryClient();
  if (!printing) return null;
  const totals = client.getQueryData(statisticsQuery().queryKey) ?? { items: inlined, requestedIn: phase };
  const statistics = shownIn(phase, totals);
  const time = t('kyivTime', { moment: formatKyivMinute(new Date(serverTime()), language) });
  return (
    <article className={styles.results} data-paper>
      <h1>{t('title', { name: localize(texts.name), year })}</h1>
      <p>
        {t(`phase.${phase}`)} · {time}
        {!results.visible && ` · ${t('nominations:hiddenResults')}`}
      </p>
      {phase === 'announced' && <PrintedWinners nominations={nominations} statistics={statistics} />}
      {nominations.map((nomination) => (
        <section key={nomination.tag}>
          <h2>{localize(nomination.title)}</h2>
          {nomination.categories.map((category) => {
            const published = results.visible ? publishedOf(statistics, nomination.tag, category.tag) : undefined;
            const companies = ranked(category, published, undefined);
            const leaders = leadersOf(category, published) ?? [];
            return (
              <table key={category.tag}>
                <caption>{nomination.categories.length > 1 && localize(category.name)}</caption>
                <tbody>
                  {companies.map((company) => {
                    const rank = rankOf(company.tag, leaders, phase);
                    return (
                      <tr key={company.tag}>
                        <th scope="row">{localize(company.name)}</th>
                        <td>{rank && t(`nominations:rank.${rank}`)}</td>
                        <td>{published && `${formatPercent(company.percent, language)}%`}</td>
                      </tr>
                    );
                  })}
                </tbody>
              </table>
            );
          })}
        </section>
      ))}
    </article>
  );
};

/** The winners of all categories, at the top of the paper; nothing if nobody won. */
const PrintedWinners = ({
  nominations,
  statistics,
}: {
  nominations: readonly Nomination[];
  statistics: readonly StatisticsItem[];
}) => {
  const { t } = useTranslation(['page', 'nominations']);
  const localize = useLocalized();
  const language = useLanguage();
  const rows = nominations.flatMap((nomination) =>
    outcomesOf(nomination, statistics).flatMap(({ category, winners, drawn, outdated }) => {
      const [winner] = winners;
      if (!winner && !outdated) return [];
      const names = outdated ? t('nominations:outdated') : winners.map(({ name }) => localize(name)).join(', ');
      const place = [
        localize(nomination.title),
        ...(nomination.categories.length > 1 ? [localize(category.name)] : []),
      ];
      return (
        <tr key={`${nomination.tag}/${category.tag}`}>
          <th scope="row">{place.join(': ')}</th>
          <td>
            {winners.length > 1 ? `${t('nominations:jointWinners')}: ${names}` : names}
            {drawn && ` · ${t('nominations:drawn')}`}
          </td>
          <td>{winner && `${formatPercent(winner.percent, language)}%`}</td>
        </tr>
      );
    }),
  );
  if (rows.length === 0) return null;
  return (
    <section>
      <h2>{t('winners.all')}</h2>
      <table>
        <tbody>{rows}</tbody>
      </table>
    </section>
  );
};
