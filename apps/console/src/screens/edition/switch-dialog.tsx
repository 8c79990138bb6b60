import { listEditions, switchEdition } from '@laurel/contracts/console/calls/years';
import { DISPLAY_TIME_ZONE as ZONE } from '@laurel/contracts/time-zone';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/call.ts';
import { queryOf } from '../../lib/query.ts';
import { serverClock } from '../../lib/server-clock.ts';
import { fromZoned } from '../../lib/zoned-time.ts';
import { useMe } from '../../session/me.ts';
import { Choice } from '../../ui/choice.tsx';
import { Field } from '../../ui/field.tsx';
import { Note } from '../../ui/note.tsx';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { useChange } from '../../ui/use-change.ts';
import styles from './edition.module.css';

/** Totals become final, and the public log gets its result, seconds after the announcement. */
const LOOK_AGAIN_MS = 3_000;

type Props = {
  year: number;
  /** The year of the live edition. */
  live: number;
  /** Called with the year once the server was asked to switch to it now. */
  onAsked(year: number): void;
  onClose(): void;
};

/** Makes the edition of a year the live one, now or at a time, which archives the one before. */
export const SwitchDialog = ({ year, live, onAsked, onClose }: Props) => {
  const { t } = useTranslation('edition');
  const { publicUrl } = useMe().award;
  const run = useChange();
  const years = useQuery({ ...queryOf(listEditions, {}), refetchInterval: LOOK_AGAIN_MS });
  // As it was when the dialog opened.
  const [past] = useState(live);
  const [when, setWhen] = useState<'now' | 'later'>('now');
  const [local, setLocal] = useState('');
  const refused = years.data?.refused ?? null;
  const at = fromZoned(local, ZONE);
  const isPast = at !== undefined && Date.parse(at) <= serverClock.at(Date.now());
  const isNow = when === 'now';
  const take = async (reason: string): Promise<void> => {
    const body = { at: isNow ? null : (at ?? null), reason };
    await run(
      () => call(switchEdition, { params: { year }, body }),
      t(isNow ? 'switch.said' : 'switch.saidLater', { year }),
    );
    if (isNow) onAsked(year);
  };
  return (
    <ReasonDialog
      title={t('switch.title', { year })}
      action={t(isNow ? 'switch.action' : 'switch.actionLater')}
      tone="danger"
      ready={isNow ? years.data !== undefined && refused === null : at !== undefined && !isPast}
      onConfirm={take}
      onClose={onClose}
    >
      <ul className={styles.points}>
        <li>{t('switch.live', { year })}</li>
        <li>
          {t('switch.archived', { past })} <span translate="no">{`${publicUrl}/${past}/`}</span>
        </li>
        <li>{t('switch.votes', { past })}</li>
        <li>{t('switch.final')}</li>
      </ul>
      <div>
        <Choice
          label={t('switch.when')}
          options={[
            { value: 'now', label: t('switch.now') },
            { value: 'later', label: t('switch.later') },
          ]}
          value={when}
          onChange={setWhen}
        />
        <div role="status" className={styles.news}>
          {refused && (
            <Note tone="warn">
              {t(`switch.refused.${refused}`, { past })} {!isNow && t('switch.waits')}
            </Note>
          )}
        </div>
      </div>
      {!isNow && (
        <Field
          type="datetime-local"
          label={t('switch.at')}
          hint={t('switch.zone', { zone: ZONE })}
          value={local}
          error={isPast ? t('switch.past') : undefined}
          onChange={({ target }) => setLocal(target.value)}
        />
      )}
    </ReasonDialog>
  );
};
