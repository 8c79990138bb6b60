import type { ReactNode } from 'react';
import styles from './lone.module.css';

/** A page without navigation, in the middle of the window. */
export const Lone = ({ children }: { children: ReactNode }) => <main className={styles.lone}>{children}</main>;
