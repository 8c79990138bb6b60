import styles from './segments.module.css';

/** A bar of equal parts, of which the first ones are lit. The text beside it says the same in words. */
export const Segments = ({ lit, total }: { lit: number; total: number }) => (
  <div className={styles.bar} aria-hidden="true">
    {Array.from({ length: total }, (_, part) => (
      <i key={part} className={part < lit ? styles.lit : undefined} />
    ))}
  </div>
);
