import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureText } from '../i18n/failure-text.ts';
import { useFieldText } from '../i18n/field-text.ts';
import { asFailure, fieldsOf } from '../lib/failure.ts';
import { Button } from './button.tsx';
import styles from './states.module.css';

/** Shown in place of an empty list: says that it is empty, and why or what to do. */
export const Empty = ({ title, children }: { title: string; children?: ReactNode }) => (
  <div className={styles.empty}>
    <p className={styles.strong}>{title}</p>
    {children !== undefined && <div className={styles.more}>{children}</div>}
  </div>
);

/** Shown while something loads: grey lines, and a text for screen readers. */
export const Loading = ({ lines = 3 }: { lines?: number }) => {
  const { t } = useTranslation();
  return (
    <div className={styles.loading} role="status">
      <span className="visually-hidden">{t('loading')}</span>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className={styles.line} />
      ))}
    </div>
  );
};

type FailureProps = {
  error: unknown;
  /** Tries again; without it there is no button. */
  onRetry?: (() => unknown) | undefined;
  busy?: boolean;
};

/** Why a call failed, with each invalid field, and a button to try again. */
export const Failure = ({ error, onRetry, busy = false }: FailureProps) => {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const fieldText = useFieldText();
  const fields = Object.entries(fieldsOf(asFailure(error)));
  return (
    <div className={styles.failure} role="alert">
      <div>
        <p>{failureText(error)}</p>
        {fields.length > 0 && (
          <ul className={styles.fields}>
            {fields.map(([field, message]) => (
              <li key={field}>
                {field}: {fieldText(message)}
              </li>
            ))}
          </ul>
        )}
      </div>
      {onRetry && (
        <Button small busy={busy} onClick={() => void onRetry()}>
          {t('tryAgain')}
        </Button>
      )}
    </div>
  );
};
