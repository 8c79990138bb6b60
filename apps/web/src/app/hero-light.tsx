import type { ReactNode } from 'react';
import styles from './hero-light.module.css';

type Props = { className: string | undefined; children?: ReactNode };

/** The eclipse with its rays: its rim is `--glow` below the top of the element, with the radius `--radius`. */
export const HeroLight = ({ className, children }: Props) => (
  <div className={className} aria-hidden="true">
    <div className={styles.rays} />
    <div className={styles.eclipse} />
    {children}
  </div>
);
