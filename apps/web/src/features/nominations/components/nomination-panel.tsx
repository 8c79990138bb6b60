import type { StatisticsItem } from '@laurel/contracts/records';
import { memo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage, useLocalized } from '../../../i18n/language.ts';
import { useCalmOrder } from '../../../ui/calm-order.ts';
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
import styles from './nomination-panel.module.css';
import { NomineeCard } from './nominee-card.tsx';
import { VotedBanner } from './voted-banner.tsx';

type Props = { nomination: Nomination; ballot: Ballot; linked: LinkedNominee | undefined };

/** The nominees of the chosen category, with tabs if the nomination has several. */
export const NominationPanel = ({ nomination, ballot, linked }: Props) => {
  const { t } = useTranslation('nominations');
  const say = useLocalized();
  const { categories } = nomination;
  const [chosen, setChosen] = useState(linked?.niche ?? categories[0]?.tag);
  const category = categories.find(({ tag }) => tag === chosen);
  if (!category) return null;
  const { statistics, ownVotes, phase, resultsVisible, onVote } = ballot;
  const nominees = (
    <Nominees
      key={category.tag}
      nomination={nomination}
      category={category}
      published={resultsVisible ? publishedOf(statistics, nomination.tag, category.tag) : undefined}
      votedFor={votedIn(ownVotes, nomination.tag, category.tag)}
      phase={phase}
      resultsVisible={resultsVisible}
      onVote={onVote}
      linked={linked}
    />
  );
  if (categories.length <= 1) return nominees;
  return (
    <Tabs
      label={t('categories', { nomination: say(nomination.title) })}
      tabs={categories.map(({ tag, name }) => ({ value: tag, label: say(name) }))}
      value={category.tag}
      onChange={setChosen}
    >
      {nominees}
    </Tabs>
  );
};

type NomineesProps = Pick<Ballot, 'phase' | 'resultsVisible' | 'onVote'> & {
  nomination: Nomination;
  category: Category;
  published: StatisticsItem | undefined;
  votedFor: string | undefined;
  linked: LinkedNominee | undefined;
};

/** Renders only when its own category changes, because most changes are in others. */
const Nominees = memo((props: NomineesProps) => {
  const { nomination, category, published, votedFor, phase, resultsVisible, onVote, linked } = props;
  const { t } = useTranslation('nominations');
  const companies = ranked(category, published, votedFor);
  const leaders = leadersOf(companies);
  const language = useLanguage();
  const list = useRef<HTMLUListElement>(null);
  const order = useCalmOrder(
    list,
    companies.map(({ tag }) => tag),
  );
  const choice = companies.find(({ voted }) => voted);
  return (
    <>
      {choice && <VotedBanner choice={choice} />}
      {!resultsVisible && <p className={styles.hidden}>{t('hiddenResults')}</p>}
      <ul ref={list} className={styles.cards} data-disabled={choice !== undefined || undefined}>
        {companies
          .toSorted((a, b) => order.indexOf(a.tag) - order.indexOf(b.tag))
          .map((company) => (
            <NomineeCard
              key={company.tag}
              company={company}
              rank={rankOf(company.tag, leaders, phase)}
              link={linkTo(window.location.origin, nomination, { niche: category.tag, company: company.tag }, language)}
              linked={linked?.niche === category.tag && linked.company === company.tag}
              resultsVisible={resultsVisible}
              {...(phase === 'open' && !choice
                ? { onVote: () => onVote({ nomination: nomination.tag, niche: category.tag, vote: company.tag }) }
                : {})}
            />
          ))}
      </ul>
    </>
  );
});
