import type { StatisticsItem } from '@laurel/contracts/records';
import { memo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage, useLocalized } from '../../../i18n/language.ts';
import { openModal } from '../../../modals/store.ts';
import { useCalmOrder } from '../../../ui/calm-order.ts';
import { Sponsors } from '../../../ui/sponsors.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import {
  type Ballot,
  type Category,
  type LinkedNominee,
  leadersOf,
  linkTo,
  type Nomination,
  publishedOf,
  ranked,
  rankOf,
  votedIn,
} from '../flow.ts';
import { emptyNoteOf } from '../outcome.ts';
import { chooseCategory, useShown } from '../store.ts';
import styles from './nomination-panel.module.css';
import { NomineeCard } from './nominee-card.tsx';
import { VotedBanner } from './voted-banner.tsx';

type Props = { nomination: Nomination; ballot: Ballot; linked: LinkedNominee | undefined };

/** The nominees of the chosen category, with tabs if the nomination has several. */
export const NominationPanel = ({ nomination, ballot, linked }: Props) => {
  const { t } = useTranslation('nominations');
  const localize = useLocalized();
  const { categories } = nomination;
  const chosen = useShown((shown) => shown.chosen[nomination.tag]) ?? linked?.niche;
  const category = categories.find(({ tag }) => tag === chosen) ?? categories[0];
  if (!category) return null;
  const { statistics, ownVotes, phase, results, onVote } = ballot;
  const nominees = (
    <Nominees
      key={category.tag}
      nomination={nomination}
      category={category}
      published={results.visible ? publishedOf(statistics, nomination.tag, category.tag) : undefined}
      votedFor={votedIn(ownVotes, nomination.tag, category.tag)}
      phase={phase}
      results={results}
      onVote={onVote}
      linked={linked}
    />
  );
  if (categories.length <= 1) return nominees;
  return (
    <Tabs
      label={t('categories', { nomination: localize(nomination.title) })}
      tabs={categories.map(({ tag, name }) => ({
        value: tag,
        label: localize(name),
        done: votedIn(ownVotes, nomination.tag, tag) === undefined ? undefined : t('voted'),
      }))}
      value={category.tag}
      onChange={(niche) => chooseCategory({ nomination: nomination.tag, niche })}
    >
      {nominees}
    </Tabs>
  );
};

type NomineesProps = Pick<Ballot, 'phase' | 'results' | 'onVote'> & {
  nomination: Nomination;
  category: Category;
  published: StatisticsItem | undefined;
  votedFor: string | undefined;
  linked: LinkedNominee | undefined;
};

/** Renders only when its own category changes, because most changes are in others. */
const Nominees = memo((props: NomineesProps) => {
  const { nomination, category, published, votedFor, phase, results, onVote, linked } = props;
  const { t } = useTranslation('nominations');
  const companies = ranked(category, published, votedFor);
  const leaders = leadersOf(category, published);
  const language = useLanguage();
  const list = useRef<HTMLUListElement>(null);
  const order = useCalmOrder(
    list,
    companies.map(({ tag }) => tag),
  );
  const asVote = (vote: string) => ({ nomination: nomination.tag, niche: category.tag, vote });
  const choice = companies.find(({ voted }) => voted);
  const hasVoted = votedFor !== undefined;
  const counted = companies.some(({ percent }) => percent > 0);
  const note = leaders ? emptyNoteOf({ phase, results }, published, votedFor) : 'outdated';
  return (
    <>
      {hasVoted && <VotedBanner choice={choice} />}
      {note && <p className={styles.note}>{t(note)}</p>}
      <ul ref={list} className={styles.cards} data-disabled={(phase === 'open' && hasVoted) || undefined}>
        {[...companies]
          .sort((a, b) => order.indexOf(a.tag) - order.indexOf(b.tag))
          .map((company) => (
            <NomineeCard
              key={company.tag}
              company={company}
              rank={rankOf(company.tag, leaders ?? [], phase)}
              link={linkTo(window.location.origin, nomination, { niche: category.tag, company: company.tag }, language)}
              linked={linked?.niche === category.tag && linked.company === company.tag}
              percentShown={results.visible && counted}
              onOpen={() => openModal({ type: 'nominee', props: { nominee: asVote(company.tag) } })}
              {...(phase === 'open' && !hasVoted ? { onVote: () => onVote(asVote(company.tag)) } : {})}
            />
          ))}
      </ul>
      {category.sponsors && (
        <Sponsors label={t(category.sponsors.length > 1 ? 'partners' : 'partner')} sponsors={category.sponsors} />
      )}
    </>
  );
});
