import { useRef, useState } from 'react';
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
  ranked,
  rankOf,
  votedIn,
} from '../flow.ts';
import styles from './nomination-panel.module.css';
import { NomineeCard } from './nominee-card.tsx';
import { VotedBanner } from './voted-banner.tsx';

type Props = { nomination: Nomination; ballot: Ballot; linked: LinkedNominee | undefined };

/** A nomination's categories: tabs where there are several, and the nominees of the one that is chosen. */
export const NominationPanel = ({ nomination, ballot, linked }: Props) => {
  const { t } = useTranslation('nominations');
  const say = useLocalized();
  const { categories } = nomination;
  const [chosen, setChosen] = useState(linked?.niche ?? categories[0]?.tag);
  const category = categories.find(({ tag }) => tag === chosen);
  if (!category) return null;
  const nominees = (
    <Nominees key={category.tag} nomination={nomination} category={category} ballot={ballot} linked={linked} />
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

type NomineesProps = Props & { category: Category };

const Nominees = ({ nomination, category, ballot, linked }: NomineesProps) => {
  const { t } = useTranslation('nominations');
  const { statistics, ownVotes, phase, resultsVisible, onVote } = ballot;
  const votedFor = votedIn(ownVotes, nomination.tag, category.tag);
  const companies = ranked(nomination.tag, category, resultsVisible ? statistics : [], votedFor);
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
};
