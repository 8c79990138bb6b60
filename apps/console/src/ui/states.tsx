import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureText } from '../i18n/failure-text.ts';
import { useFieldText } from '../i18n/field-text.ts';
import { asFailure, fieldsOf } from '../lib/failure.ts';
import { Button } from './button.tsx';
import { Card } from './card.tsx';
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

type Query = { error: unknown; isPending: boolean; isFetching: boolean; refetch(): unknown };

/** Shown with or in place of a query's data: why it did not load, or grey lines, in a card unless it is in one. */
export const Waiting = ({ query, lines = 5, inCard = false }: { query: Query; lines?: number; inCard?: boolean }) => {
  const loading = <Loading lines={lines} />;
  return (
    <>
      {query.error !== null && <Failure error={query.error} onRetry={() => query.refetch()} busy={query.isFetching} />}
      {query.isPending && (inCard ? loading : <Card>{loading}</Card>)}
    </>
  );
};
