import styles from './masked.module.css';

/** A masked address or number, such as `a•••@e•••.org`, which a screen reader doesn't spell and a translator doesn't change. */
export const Masked = ({ text }: { text: string }) => (
  <span className={styles.masked} translate="no">
    {text}
  </span>
);
