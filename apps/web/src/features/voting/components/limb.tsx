import { cx } from '../../../ui/cx.ts';
import styles from './limb.module.css';

/** The part of the circle that the beads of the limb take, degrees. */
const SPREAD = 32;
/** How far the limb climbs from the first vote to the last, pixels. */
const CLIMB = 26;

export type Bead = 'voted' | 'here' | 'open';

type Props = {
  /** One for each category, in the order of the page. */
  beads: readonly Bead[];
  label: string;
};

/** The progress through the ballot: the limb of a dark body, which climbs and brightens with every vote. */
export const Limb = ({ beads, label }: Props) => {
  const done = beads.filter((bead) => bead === 'voted').length / beads.length;
  return (
    <div className={styles.limb} role="img" aria-label={label}>
      <div className={styles.body} style={{ translate: `0 ${-CLIMB * done}px` }}>
        <i className={styles.light} style={{ opacity: 0.4 + 0.6 * done }} />
        <Beads beads={beads} from={-SPREAD / 2} step={beads.length > 1 ? SPREAD / (beads.length - 1) : 0} />
      </div>
    </div>
  );
};

/** The beads of a finished ballot, as a whole ring. */
export const Ring = ({ total }: { total: number }) => (
  <div className={styles.ring} aria-hidden="true">
    <Beads beads={Array.from({ length: total }, () => 'voted' as const)} from={0} step={360 / total} />
  </div>
);

const Beads = ({ beads, from, step }: Pick<Props, 'beads'> & { from: number; step: number }) =>
  beads.map((bead, index) => (
    <i
      key={index}
      className={cx(styles.bead, styles[bead])}
      style={{ rotate: `calc(var(--sign) * ${from + index * step}deg)` }}
    />
  ));
