import styles from './masked.module.css';

/** A masked address or number, such as `a•••@e•••.org`, which a browser must not translate. */
export const Masked = ({ text }: { text: string }) => (
  <span className={styles.masked} translate="no">
    {text}
  </span>
);
