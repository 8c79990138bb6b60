import type { FormEvent, ReactNode } from 'react';
import styles from './form.module.css';

type Props = { onSubmit(event: FormEvent<HTMLFormElement>): Promise<unknown>; children: ReactNode };

/** A form whose fields are checked by the contract's schema, not by the browser. */
export const Form = ({ onSubmit, children }: Props) => (
  <form className={styles.form} noValidate onSubmit={(event) => void onSubmit(event)}>
    {children}
  </form>
);
