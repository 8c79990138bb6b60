import { createEdition } from '@laurel/contracts/console/calls/years';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/call.ts';
import { Field } from '../../ui/field.tsx';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { useChange } from '../../ui/use-change.ts';
import styles from './edition.module.css';
import type { Years } from './types.ts';
import { sourceOf, yearAfter } from './years.ts';

/** The years that the server accepts. */
const [FIRST, LAST] = [2000, 2100];

type Props = { years: Years; live: number; onClose(): void };

/** Begins the edition of another year, by default the next one, as a draft: a copy of the newest edition. */
export const StartDialog = ({ years, live, onClose }: Props) => {
  const { t } = useTranslation('edition');
  const run = useChange();
  // As they were when the dialog opened.
  const [from] = useState(() => sourceOf(years) ?? live);
  const [typed, setTyped] = useState(() => String(yearAfter(years)));
  const year = /^\d{4}$/.test(typed) && Number(typed) >= FIRST && Number(typed) <= LAST ? Number(typed) : undefined;
  const start = async (reason: string): Promise<void> => {
    if (year === undefined) return;
    const made = () => call(createEdition, { params: { year }, body: { from, reason } });
    await run(made, t('start.said', { year }));
  };
  return (
    <ReasonDialog
      title={t('start.title')}
      action={t('start.action')}
      ready={year !== undefined}
      onConfirm={start}
      onClose={onClose}
    >
      <Field
        inputMode="numeric"
        autoComplete="off"
        maxLength={4}
        label={t('start.year')}
        value={typed}
        error={year === undefined ? t('start.wrongYear', { first: FIRST, last: LAST }) : undefined}
        onChange={({ target }) => setTyped(target.value)}
      />
      <ul className={styles.points}>
        <li>{t('start.copied', { from })}</li>
        <li>{t('start.dates', { from, year: year ?? '…' })}</li>
        <li>{t('start.votes')}</li>
        <li>{t('start.nothing')}</li>
      </ul>
    </ReasonDialog>
  );
};
