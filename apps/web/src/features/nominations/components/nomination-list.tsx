import { useTranslation } from 'react-i18next';
import { useLocalized } from '../../../i18n/language.ts';
import { Disclosure } from '../../../ui/disclosure.tsx';
import {
  type Ballot,
  type DeepLink,
  type LinkedNominee,
  type Nomination,
  nomineeCount,
  votedCount,
  winnersOf,
} from '../flow.ts';
import backgrounds from './backgrounds.module.css';
import styles from './nomination-list.module.css';
import { NominationPanel } from './nomination-panel.tsx';

type Props = {
  nominations: readonly Nomination[];
  ballot: Ballot;
  /** The nomination in the page's URL. */
  link: DeepLink;
  expanded: readonly string[];
  onExpand(tags: string[]): void;
};

const BACKGROUNDS: Record<Nomination['backgroundName'], string | undefined> = {
  '': undefined,
  sphere: backgrounds.sphere,
  radiance: backgrounds.radiance,
};

/** All nominations, each in a disclosure. */
export const NominationList = ({ nominations, ballot, link, expanded, onExpand }: Props) => (
  <div className={styles.list}>
    {nominations.map((nomination, index) => (
      <NominationItem
        key={nomination.tag}
        nomination={nomination}
        place={index + 1}
        ballot={ballot}
        linked={link.kind === 'known' && link.tag === nomination.tag ? link.nominee : undefined}
        open={expanded.includes(nomination.tag)}
        onToggle={(open) => {
          const others = expanded.filter((tag) => tag !== nomination.tag);
          onExpand(open ? [...others, nomination.tag] : others);
        }}
      />
    ))}
  </div>
);

type ItemProps = {
  nomination: Nomination;
  place: number;
  ballot: Ballot;
  linked: LinkedNominee | undefined;
  open: boolean;
  onToggle(open: boolean): void;
};

const NominationItem = ({ nomination, place, ballot, linked, open, onToggle }: ItemProps) => {
  const { t } = useTranslation('nominations');
  const localize = useLocalized();
  const total = nomination.categories.length;
  const voted = votedCount(nomination, ballot.ownVotes);
  const done = voted === total && total > 0;
  const winners = winnersOf(nomination, ballot);
  const summary = (): string => {
    if (winners.length > 0) {
      return t('won', { count: winners.length, names: winners.map(({ name }) => localize(name)).join(', ') });
    }
    if (voted > 0) return total > 1 ? t('votedIn', { voted, count: total }) : t('votedHere');
    const nominees = t('summary.nominees', { count: nomineeCount(nomination) });
    return total > 1 ? `${t('summary.categories', { count: total })}, ${nominees}` : nominees;
  };
  return (
    <Disclosure
      id={nomination.tag}
      number={String(place).padStart(2, '0')}
      title={localize(nomination.title)}
      summary={summary()}
      done={done && winners.length === 0}
      className={BACKGROUNDS[nomination.backgroundName]}
      open={open}
      onToggle={onToggle}
    >
      <NominationPanel nomination={nomination} ballot={ballot} linked={linked} />
    </Disclosure>
  );
};
