import type { ReactNode } from 'react';
import { LanguageChoice } from './language-choice.tsx';
import styles from './lone.module.css';

/** A page without navigation, in the middle of the window, with the choice of the language. */
export const Lone = ({ children }: { children: ReactNode }) => (
  <main className={styles.lone}>
    <div className={styles.panel}>{children}</div>
    <LanguageChoice quiet />
  </main>
);
