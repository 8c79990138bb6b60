import styles from './hero-light.module.css';

/** The eclipse with its rays: its rim is `--glow` below the top of the element, with the radius `--radius`. */
export const HeroLight = ({ className }: { className: string | undefined }) => (
  <div className={className} aria-hidden="true">
    <div className={styles.rays} />
    <div className={styles.eclipse} />
  </div>
);
