import { useEdition } from '../features/edition/context.ts';
import { placesOf, votedIn } from '../features/nominations/flow.ts';
import { useKnownVotes } from '../features/voting/use-own-votes.ts';
import { cx } from '../ui/cx.ts';
import styles from './horizon.module.css';

/** The number of logos on a large screen, and on each side of the middle of a phone. */
const LOGOS = 11;
const BESIDE = 3;

/** Nominees on the rim of the eclipse, each of another category: those that the visitor chose, or some of all. */
const Horizon = () => {
  const { nominations } = useEdition();
  const votes = useKnownVotes();
  // Others would be replaced by the visitor's own.
  if (!votes) return null;
  const all = placesOf(nominations);
  const own = all.filter(({ nomination, niche }) => votedIn(votes, nomination, niche) !== undefined);
  const places = own.length > 0 ? own : all;
  const count = Math.min(LOGOS, places.length);
  const shown = Array.from({ length: count }, (_, index) => places[Math.floor((index * places.length) / count)]);
  return (
    <div className={styles.horizon}>
      {shown.flatMap((place, index) => {
        const nomination = nominations.find(({ tag }) => tag === place?.nomination);
        const companies = nomination?.categories.find(({ tag }) => tag === place?.niche)?.companies ?? [];
        const choice = place && votedIn(votes, place.nomination, place.niche);
        // Without a choice a different place of the list in each category, so that it favours nobody.
        const company = companies.find(({ tag }) => tag === choice) ?? companies[index % companies.length];
        if (!place || !company) return [];
        const steps = index - (count - 1) / 2;
        return [
          <img
            key={`${place.nomination} ${place.niche}`}
            className={cx(choice !== undefined && styles.own, Math.abs(steps) > BESIDE && styles.far)}
            src={company.logo}
            alt=""
            style={{ rotate: `calc(var(--sign) * ${steps} * var(--step))` }}
          />,
        ];
      })}
    </div>
  );
};

export default Horizon;
