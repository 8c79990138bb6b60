import styles from './segments.module.css';

/** The most parts that are drawn one by one. With many more, the gaps take the whole width. */
const MAX_PARTS = 40;
/** The least share of the bar that is lit if any part is. */
const LEAST = 0.01;

/** A bar of equal parts, of which the first ones are lit. The text beside it says the same in words. */
export const Segments = ({ lit, total }: { lit: number; total: number }) =>
  total > MAX_PARTS ? (
    <svg className={styles.track} viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
      <rect width={lit === 0 ? 0 : Math.max(lit / total, LEAST)} height={1} />
    </svg>
  ) : (
    <div className={styles.bar} aria-hidden="true">
      {Array.from({ length: total }, (_, part) => (
        <i key={part} className={part < lit ? styles.lit : undefined} />
      ))}
    </div>
  );
