import { readSeason, type Season } from '@laurel/contracts/console/calls/season';
import { inLanguage } from '@laurel/contracts/languages';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/language.ts';
import { useNumbers } from '../../i18n/numbers.ts';
import { queryOf } from '../../lib/query.ts';
import { formatTime } from '../../ui/time.tsx';
import styles from './season.module.css';
import { SheetFrame, UNCHANGED } from './sheet-frame.tsx';

type Row = readonly [key: string, ...cells: ReactNode[]];

const MICROS = 1_000_000;
/** A dot would separate the keys of texts. */
const ACTIONS = {
  'edition.import': 'edition_import',
  'review.approve': 'review_approve',
  'review.reject': 'review_reject',
  'user.suspend': 'user_suspend',
  'user.erase': 'user_erase',
} as const satisfies Record<Season['actions'][number]['action'], string>;

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={styles.part}>
    <h2>{title}</h2>
    {children}
  </section>
);

/** Rows with numbers; the first cell names the row. */
const Table = ({ head, rows }: { head: readonly string[]; rows: readonly Row[] }) => {
  const { t } = useTranslation('results');
  if (rows.length === 0) return <p className={styles.none}>{t('season.nothing')}</p>;
  return (
    <div className={styles.wide}>
      <table className={styles.table}>
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
          {rows.map(([key, name, ...cells]) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              {cells.map((cell, index) => (
                <td key={head[index + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};

const Votes = ({ season: { phases, votes, funnel, days, categories } }: { season: Season }) => {
  const { t } = useTranslation('results');
  const language = useLanguage();
  const { count, share } = useNumbers();
  const heads = (
    ...names: readonly ('step' | 'people' | 'share' | 'day' | 'votes' | 'voters' | 'registered' | 'category')[]
  ) => names.map((name) => t(`season.${name}`));
  const sums = (['cast', 'excluded', 'counted'] as const).map((name) => t(`table.${name}`));
  const [first] = funnel;
  const moment = (at: string | null): string =>
    at === null ? t('season.unset') : formatTime(at, { show: 'full', language });
  return (
    <>
      <Part title={t('season.times')}>
        <Table
          head={[t('season.time'), t('season.when')]}
          rows={(['votingOpensAt', 'votingClosesAt', 'winnersAnnouncedAt'] as const).map((name) => [
            name,
            t(`season.${name}`),
            moment(phases[name]),
          ])}
        />
      </Part>
      <Part title={t('season.funnel')}>
        <Table
          head={heads('step', 'people', 'share')}
          rows={funnel.map(({ step, people }) => [
            step,
            t(`season.steps.${step}`),
            count(people),
            first && first.people > 0 ? share(people / first.people) : '–',
          ])}
        />
      </Part>
      <Part title={t('season.votesByCategory')}>
        <Table
          head={[t('season.category'), ...sums]}
          rows={[
            ...categories.map(({ title, name, ...own }, index): Row => {
              const names = [inLanguage(title, language), inLanguage(name, language)];
              return [
                `${index}`,
                [...new Set(names)].join(': '),
                count(own.cast),
                count(own.excluded),
                count(own.counted),
              ];
            }),
            ['all', <b key="all">{t('season.all')}</b>, count(votes.cast), count(votes.excluded), count(votes.counted)],
          ]}
        />
      </Part>
      <Part title={t('season.votesByDay')}>
        <Table
          head={heads('day', 'votes', 'voters', 'registered')}
          rows={days.map((each) => [
            each.day,
            formatTime(`${each.day}T12:00:00Z`, { show: 'date', language }),
            count(each.votes),
            count(each.voters),
            count(each.registered),
          ])}
        />
      </Part>
    </>
  );
};

const Messages = ({ messages }: Pick<Season, 'messages'>) => {
  const { t } = useTranslation('results');
  const { count, money } = useNumbers();
  return (
    <Part title={t('season.messages')}>
      <Table
        head={[t('season.channel'), t('season.sent'), t('season.failed'), t('season.cost')]}
        rows={messages.map(({ kind, country, sent, failed, cost }) => [
          `${kind} ${country}`,
          country === null ? t(`season.kinds.${kind}`) : `${t(`season.kinds.${kind}`)} +${country}`,
          count(sent),
          count(failed),
          cost.map(({ currency, micros }) => money(micros / MICROS, currency)).join(', ') || '–',
        ])}
      />
    </Part>
  );
};

const Incidents = ({ season: { exclusions, moves, actions, findings } }: { season: Season }) => {
  const { t } = useTranslation('results');
  const language = useLanguage();
  const { count } = useNumbers();
  const moment = (at: string): string => formatTime(at, { show: 'minute', language });
  return (
    <>
      <Part title={t('season.exclusions')}>
        <Table
          head={[t('season.decision'), t('season.votes'), t('season.people'), t('season.objections')]}
          rows={exclusions.map((each) => [
            `${each.number}`,
            <>
              {`${each.number}. ${moment(each.appliedAt)}: ${inLanguage(each.reason, language)}`}
              {each.undoneAt !== null && ` · ${t('season.undone', { time: moment(each.undoneAt) })}`}
            </>,
            count(each.votes),
            count(each.people),
            `${count(each.objections)} (${count(each.answered)})`,
          ])}
        />
      </Part>
      <Part title={t('season.incidents')}>
        <ul className={styles.lines}>
          {moves.map(({ at, by, reason }) => (
            <li key={at}>{`${moment(at)} · ${t('season.moved', { by })}${reason === null ? '' : `: ${reason}`}`}</li>
          ))}
          {actions.map(({ action, count: times }) => (
            <li key={action}>{`${t(`season.actions.${ACTIONS[action]}`)}: ${count(times)}`}</li>
          ))}
          {findings.map(({ check, detail }) => (
            <li key={check}>{t('season.finding', { check, detail })}</li>
          ))}
        </ul>
      </Part>
    </>
  );
};

/** What a season was, for who ran it: people, votes, messages and incidents, and no number of a nominee. */
export const Screen = () => (
  <SheetFrame name="season" query={useQuery({ ...queryOf(readSeason, {}), ...UNCHANGED })}>
    {(season) => (
      <>
        <Votes season={season} />
        <Messages messages={season.messages} />
        <Incidents season={season} />
      </>
    )}
  </SheetFrame>
);
