import { movePhases, PHASE_TIMES } from '@laurel/contracts/console/calls/phases';
import { DISPLAY_TIME_ZONE as ZONE } from '@laurel/contracts/time-zone';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/call.ts';
import { fromZoned, toZoned } from '../../lib/zoned-time.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { MovePreview } from './move-preview.tsx';
import styles from './phases.module.css';
import type { Move, Phases, PhaseTimeName } from './types.ts';
import { expectedOf, usePhaseChange } from './use-phase-change.ts';
import { usePreview } from './use-preview.ts';

type Fields = Record<PhaseTimeName, string>;

const HOUR_MS = 3_600_000;

const fieldsOf = ({ times }: Phases): Fields => {
  const textOf = (name: PhaseTimeName): string => (times[name] ? toZoned(times[name], ZONE) : '');
  return {
    nominatingOpens: textOf('nominatingOpens'),
    nominatingCloses: textOf('nominatingCloses'),
    opens: textOf('opens'),
    closes: textOf('closes'),
    announced: textOf('announced'),
  };
};

/**
 * The move that the fields describe: the times of the changed fields. An empty field removes its time. Undefined if no
 * field was changed and `clear`, which goes back to the edition's times, is not set.
 */
const moveOf = (fields: Fields, first: Fields, clear: boolean): Move | undefined => {
  const changed = PHASE_TIMES.filter((name) => fields[name] !== first[name]);
  if (changed.length === 0 && !clear) return undefined;
  return { clear, ...Object.fromEntries(changed.map((name) => [name, fromZoned(fields[name], ZONE) ?? null])) };
};

type Props = { phases: Phases; onClose(): void };

/** Moves the times: a field for each in the award's time zone, a preview, and the reason. */
export const MoveDialog = ({ phases, onClose }: Props) => {
  const { t } = useTranslation('phases');
  const run = usePhaseChange();
  // The phases when the dialog opened. The server refuses the move if they have changed since.
  const [seen] = useState(phases);
  const [first, setFirst] = useState(() => fieldsOf(seen));
  const [fields, setFields] = useState(first);
  const [clear, setClear] = useState(false);
  const [incomplete, setIncomplete] = useState<ReadonlySet<PhaseTimeName>>(new Set());
  const { moved } = seen;
  const move = incomplete.size > 0 ? undefined : moveOf(fields, first, clear);
  const preview = usePreview(move);
  const closes = incomplete.has('closes') ? undefined : fromZoned(fields.closes, ZONE);
  const backToFiles = () => {
    const files = fieldsOf({ ...seen, times: seen.inFiles });
    setFirst(files);
    setFields(files);
    setClear(true);
  };
  const checkComplete = (name: PhaseTimeName, { validity }: HTMLInputElement) =>
    setIncomplete((old) => new Set(PHASE_TIMES.filter((each) => (each === name ? validity.badInput : old.has(each)))));
  return (
    <ReasonDialog
      title={t('move.title')}
      action={t(preview.data?.needsSecondPerson ? 'propose' : 'move.action')}
      ready={move !== undefined && preview.isSuccess && !preview.isFetching}
      onClose={onClose}
      onConfirm={(reason) =>
        run(
          () =>
            call(movePhases, {
              body: { move: move ?? { clear: false }, reason, expected: expectedOf(seen) },
            }),
          'moved',
        )
      }
    >
      <p>{t('move.text', { zone: ZONE })}</p>
      <div className={styles.fields}>
        {PHASE_TIMES.filter((name) => seen.times[name] !== undefined).map((name) => (
          <Field
            key={name}
            type="datetime-local"
            label={t(`times.${name}`)}
            value={fields[name]}
            error={incomplete.has(name) ? t('move.incomplete') : undefined}
            onChange={({ target }) => {
              setFields((old) => ({ ...old, [name]: target.value }));
              checkComplete(name, target);
            }}
            // An incomplete time has no value, so a key that makes it so, or empties the field, may change none.
            onKeyUp={({ currentTarget }) => checkComplete(name, currentTarget)}
            onBlur={({ currentTarget }) => checkComplete(name, currentTarget)}
          />
        ))}
      </div>
      <div className={styles.quick}>
        {closes !== undefined && (
          <Button
            small
            aria-label={t('move.laterNamed')}
            onClick={() => setFields((old) => ({ ...old, closes: toZoned(Date.parse(closes) + HOUR_MS, ZONE) }))}
          >
            {t('move.later')}
          </Button>
        )}
        {Object.keys(moved).length > 0 && !clear && (
          <Button small onClick={backToFiles}>
            {t('move.backToFiles')}
          </Button>
        )}
      </div>
      <MovePreview preview={preview} />
    </ReasonDialog>
  );
};
