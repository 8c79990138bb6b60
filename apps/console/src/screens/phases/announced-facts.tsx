import { readPhases } from '@laurel/contracts/console/calls/phases';
import { type Results, type ResultsCategory, readResults } from '@laurel/contracts/console/calls/results';
import { mayDo } from '@laurel/contracts/console/permissions';
import { firstOf, winnersOf } from '@laurel/contracts/console/winners';
import { inLanguage, localeOf } from '@laurel/contracts/languages';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link, linkOptions } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/language.ts';
import { categoryName, countTies } from '../../lib/categories.ts';
import { queryOf } from '../../lib/query.ts';
import { meQuery } from '../../session/me.ts';
import { Facts } from '../../ui/facts.tsx';
import { Note } from '../../ui/note.tsx';
import { Waiting } from '../../ui/states.tsx';

/** What may still change the winners, and the screen that lists it. */
const OPEN = [
  {
    name: 'objections',
    action: 'exclusions.read',
    link: linkOptions({ to: '/exclusions', search: { waits: 'answer' } }),
  },
  {
    name: 'exclusions',
    action: 'exclusions.read',
    link: linkOptions({ to: '/exclusions', search: { waits: 'decision' } }),
  },
  { name: 'reviews', action: 'reviews.read', link: linkOptions({ to: '/reviews' }) },
] as const;

/** The decisions that wait, each with a link. */
const OpenDecisions = () => {
  const { t } = useTranslation('phases');
  // Read again when the dialog opens: the navigation's counts may be a minute old.
  const { person, waiting } = useSuspenseQuery({ ...meQuery, staleTime: 0 }).data;
  const open = OPEN.filter(({ name, action }) => mayDo(person.role, action) && waiting[name] > 0);
  if (open.length === 0) return <p>{t('announced.nothingOpen')}</p>;
  return (
    <Note tone="warn">
      <ul>
        {open.map(({ name, link }) => (
          <li key={name}>
            <Link {...link}>{t(`announced.${name}`, { count: waiting[name] })}</Link>
          </li>
        ))}
      </ul>
    </Note>
  );
};

/** The winners of each category. A tie leads to its category. */
const Winners = ({ results: { final, embargo, ties: rule, categories } }: { results: Results }) => {
  const { t } = useTranslation('phases');
  const language = useLanguage();
  if (embargo) return <Note>{t('announced.hidden')}</Note>;
  const ties = countTies(categories);
  const winnersIn = (category: ResultsCategory) => {
    const [first, ...others] = firstOf(category).map(({ name }) => inLanguage(name, language));
    if (first === undefined) return t('announced.noVotes');
    if (others.length === 0) return <b translate="no">{first}</b>;
    const [winner] = category.drawn === null ? [] : winnersOf(category);
    return (
      <>
        {winner && <b translate="no">{inLanguage(winner.name, language)} </b>}
        <Link to="/results" search={{ find: categoryName(category, language) }}>
          {t(winner ? 'announced.drawn' : 'announced.tie', {
            names: new Intl.ListFormat(localeOf(language)).format([first, ...others]),
          })}
        </Link>
      </>
    );
  };
  return (
    <>
      {!final && <Note tone="warn">{t('announced.interim')}</Note>}
      {ties > 0 && (
        <Note tone="warn">
          {t('announced.ties', { count: ties })} {t(`announced.rule.${rule}`)}
        </Note>
      )}
      <section aria-label={t('announced.winners')}>
        <Facts
          items={categories.map((category) => ({
            name: categoryName(category, language),
            value: winnersIn(category),
          }))}
        />
      </section>
    </>
  );
};

/** Whether every vote is in the public log, and whether its witnesses agree. */
const LogFact = ({ cast }: { cast: number }) => {
  const { t } = useTranslation('phases');
  const { log } = useSuspenseQuery(queryOf(readPhases, {})).data;
  if (!log) return <p>{t('announced.noLog')}</p>;
  const { votes, stopped, witnesses, agree } = log;
  if (stopped) return <Note tone="bad">{t('announced.logStopped')}</Note>;
  if (votes < cast) return <Note tone="warn">{t('announced.notLogged', { count: cast - votes })}</Note>;
  const complete = t('announced.logged', { count: votes });
  if (agree < witnesses) {
    return (
      <Note tone="warn">
        {complete} {t('announced.witnessMissing', { agree, count: witnesses })}
      </Note>
    );
  }
  return (
    <p>
      {complete} {witnesses === 0 ? t('announced.noWitnesses') : t('announced.witnesses', { count: witnesses })}
    </p>
  );
};

/** How often results that are not final are read again, milliseconds. */
const AGAIN_MS = 3_000;

/** What becomes public by an announcement, as far as this person may see it, and what may still change it. */
export const AnnouncedFacts = () => {
  const results = useQuery({
    ...queryOf(readResults, {}),
    refetchInterval: ({ state }) => (state.data?.final ? false : AGAIN_MS),
  });
  return (
    <>
      <OpenDecisions />
      <Waiting query={results} lines={4} inCard />
      {results.data && <LogFact cast={results.data.votes.cast} />}
      {results.data && <Winners results={results.data} />}
    </>
  );
};
