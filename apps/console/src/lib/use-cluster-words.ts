import type { ClusterSummary } from '@laurel/contracts/console/calls/clusters';
import type { Against, ReasonFound } from '@laurel/contracts/console/cluster-records';
import { againstText, reasonText } from '@laurel/contracts/console/cluster-texts';
import { localeOf } from '@laurel/contracts/languages';
import { DISPLAY_TIME_ZONE } from '@laurel/contracts/time-zone';
import { bindShortWords } from '@laurel/contracts/typography';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../i18n/language.ts';
import { useNumbers } from '../i18n/numbers.ts';
import { useBallotNames } from './use-ballot-names.ts';

export type Choice = NonNullable<ClusterSummary['choices']>[number];

/** Whether others lead a category without these votes. */
export const changesWinner = ({ winners }: Choice): boolean =>
  [...winners.now].sort().join() !== [...winners.without].sort().join();

const SPAN = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

/** Says in the page's language what a cluster is and what it does. The texts of `suspicious` must be loaded. */
export const useClusterWords = () => {
  const { t } = useTranslation('suspicious');
  const language = useLanguage();
  const { count } = useNumbers();
  const { nomineeTitle, categoryTitle } = useBallotNames();
  const list = new Intl.ListFormat(localeOf(language));
  const spans = new Intl.DateTimeFormat(localeOf(language), { ...SPAN, timeZone: DISPLAY_TIME_ZONE });
  const category = ({ nomination, niche }: Choice): string => categoryTitle(`${nomination}/${niche}`);
  const nominee = ({ nomination, niche, company }: Choice): string => nomineeTitle(`${nomination}/${niche}/${company}`);
  const leaders = (choice: Choice, companies: readonly string[]): string =>
    companies.length === 0 ? t('nobody') : list.format(companies.map((company) => nominee({ ...choice, company })));
  const choiceEffect = (choice: Choice): string => {
    const { place, winners } = choice;
    const votes = t('theseVotes', { count: choice.votes, number: count(choice.votes) });
    if (winners.without.length > 0 && changesWinner(choice))
      return t('effect.winner', { count: winners.without.length, votes, names: leaders(choice, winners.without) });
    return place.now === place.without
      ? t('effect.none')
      : t('effect.place', { votes, nominee: nominee(choice), ...place });
  };
  return {
    category,
    nominee,
    leaders,
    choiceEffect,
    /** What the result would be without them; under an embargo how many they are. */
    effect: ({ choices, people }: ClusterSummary): string => {
      const [first] = choices ?? [];
      return first ? choiceEffect(first) : t('together', { count: people, number: count(people) });
    },
    /** Where and for whom they voted, and when. */
    facts: ({ choices, from, until }: ClusterSummary): string => {
      const [first, ...others] = choices ?? [];
      const span = spans.formatRange(new Date(from), new Date(until));
      if (!first) return span;
      const where = category(first) + (others.length > 0 ? ` +${others.length}` : '');
      return t('facts', { category: where, nominee: nominee(first), span });
    },
    against: (against: Against): string => bindShortWords(againstText(language, against)),
    reason: (reason: ReasonFound): string => bindShortWords(reasonText(language, reason)),
  };
};
