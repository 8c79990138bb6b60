import type { StatisticsItem, Vote } from '@laurel/contracts/records';
import { cx } from '../../../ui/cx.ts';
import type { Nomination } from '../flow.ts';
import { outcomesOf } from '../outcome.ts';
import styles from './winners-ring.module.css';

type Props = {
  nominations: readonly Nomination[];
  statistics: readonly StatisticsItem[];
  /** The visitor's votes: the winners among them are lit, and the others dark. Without votes all are lit. */
  votes?: readonly Vote[];
  className?: string | undefined;
};

/** The winners of all categories as beads on the ring of an eclipse. */
export const WinnersRing = ({ nominations, statistics, votes, className }: Props) => {
  const beads = nominations.flatMap((nomination) =>
    outcomesOf(nomination, statistics, votes).flatMap(({ category, winners, choice }) =>
      winners.map(({ tag, logo }) => ({
        key: `${nomination.tag}/${category.tag}/${tag}`,
        logo,
        dark: votes !== undefined && choice?.tag !== tag,
      })),
    ),
  );
  return (
    <div className={cx(styles.ring, className)} aria-hidden="true" style={{ '--count': beads.length }}>
      {beads.map(({ key, logo, dark }, place) => (
        <img key={key} src={logo} alt="" className={cx(dark && styles.dark)} style={{ '--place': place }} />
      ))}
    </div>
  );
};
