import { readSeason, type Season } from '@laurel/contracts/console/calls/season';
import { inLanguage } from '@laurel/contracts/languages';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/language.ts';
import { useNumbers } from '../../i18n/numbers.ts';
import { categoryName } from '../../lib/categories.ts';
import { queryOf } from '../../lib/query.ts';
import { formatTime } from '../../ui/time.tsx';
import styles from './season.module.css';
import { SheetFrame, UNCHANGED } from './sheet-frame.tsx';

/** The first cell names the row. */
type Row = readonly [name: string, ...cells: (string | number)[]];

const MICROS = 1_000_000;

const Part = ({ title, head, rows }: { title: string; head: readonly string[]; rows: readonly Row[] }) => {
  const { t } = useTranslation('results');
  const { count } = useNumbers();
  return (
    <section className={styles.part}>
      <h2>{title}</h2>
      {rows.length === 0 && <p>{t('season.nothing')}</p>}
      <table hidden={rows.length === 0}>
        <thead>
          <tr>
            {head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...cells]) => (
            <tr key={[name, ...cells].join(' ')}>
              <th scope="row">{name}</th>
              {cells.map((cell, index) => (
                <td key={head[index + 1]}>{typeof cell === 'number' ? count(cell) : cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
};

const Report = ({ season }: { season: Season }) => {
  const { t } = useTranslation('results');
  const language = useLanguage();
  const { share, money } = useNumbers();
  const at = (time: string, show: 'date' | 'minute' | 'full' = 'minute'): string =>
    formatTime(time, { show, language });
  const moment = (time: string | null): string => (time === null ? t('season.unset') : at(time, 'full'));
  const { phases, votes, funnel, days, categories, messages, exclusions, moves, findings } = season;
  const sums = (['cast', 'excluded', 'counted'] as const).map((name) => t(`table.${name}`));
  const most = Math.max(1, funnel[0]?.people ?? 0);
  return (
    <>
      <Part
        title={t('season.times')}
        head={[t('season.time'), t('season.when')]}
        rows={[
          [t('season.votingOpensAt'), moment(phases.votingOpensAt)],
          [t('season.votingClosesAt'), moment(phases.votingClosesAt)],
          [t('season.winnersAnnouncedAt'), moment(phases.winnersAnnouncedAt)],
        ]}
      />
      <Part
        title={t('season.funnel')}
        head={[t('season.step'), t('season.people'), t('season.share')]}
        rows={funnel.map(({ step, people }) => [t(`season.steps.${step}`), people, share(people / most)])}
      />
      <Part
        title={t('season.votesByCategory')}
        head={[t('season.category'), ...sums]}
        rows={[
          ...categories.map((own): Row => [categoryName(own, language), own.cast, own.excluded, own.counted]),
          [t('season.all'), votes.cast, votes.excluded, votes.counted],
        ]}
      />
      <Part
        title={t('season.votesByDay')}
        head={[t('season.day'), t('season.votes'), t('season.voters'), t('season.registered')]}
        rows={days.map((own) => [at(`${own.day}T12:00:00Z`, 'date'), own.votes, own.voters, own.registered])}
      />
      <Part
        title={t('season.messages')}
        head={[t('season.channel'), t('season.sent'), t('season.failed'), t('season.cost')]}
        rows={messages.map(({ kind, country, sent, failed, cost }) => [
          `${t(`season.${kind}`)}${country === null ? '' : ` +${country}`}`,
          sent,
          failed,
          cost.map(({ currency, micros }) => money(micros / MICROS, currency)).join(', ') || '–',
        ])}
      />
      <Part
        title={t('season.exclusions')}
        head={[t('season.decision'), t('season.votes'), t('season.people'), t('season.objections')]}
        rows={exclusions.map((own) => [
          `${own.number}. ${at(own.appliedAt)}: ${inLanguage(own.reason, language)}${own.undoneAt === null ? '' : ` · ${t('season.undone', { time: at(own.undoneAt) })}`}`,
          own.votes,
          own.people,
          `${own.objections} (${own.answered})`,
        ])}
      />
      <Part
        title={t('season.incidents')}
        head={[t('season.time'), t('season.when')]}
        rows={[
          ...moves.map(({ at: time, by, reason }): Row => [t('season.moved', { by, reason: reason ?? '–' }), at(time)]),
          ...findings.map(({ check, detail }): Row => [`${check}: ${detail}`, t('season.now')]),
        ]}
      />
    </>
  );
};

/** What a season was, for who ran it: people, votes, messages and incidents, and no number of a nominee. */
export const Screen = () => (
  <SheetFrame name="season" query={useQuery({ ...queryOf(readSeason, {}), ...UNCHANGED })}>
    {(season) => <Report season={season} />}
  </SheetFrame>
);
