import { DISPLAY_TIME_ZONE } from '@laurel/contracts/time-zone';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/language.ts';
import { fromZoned, toZoned, withOffset } from '../../../lib/zoned-time.ts';
import { Field } from '../../../ui/field.tsx';
import { formatTime } from '../../../ui/time.tsx';
import type { ControlProps } from './text-field.tsx';
import { useField } from './use-field.ts';

/** The time zone of this person. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** A time of a draft: entered in the person's own zone, and stored with its offset. */
export const TimeField = ({ path, label, hint }: ControlProps) => {
  const { t } = useTranslation('edition-form');
  const language = useLanguage();
  const { draft, value, problem, visitor, enter } = useField(path);
  const [incomplete, setIncomplete] = useState(false);
  const zone = ownZone();
  const at = typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? value : undefined;
  const check = ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
    setIncomplete(currentTarget.validity.badInput);
  const inKyiv = at !== undefined && zone !== DISPLAY_TIME_ZONE;
  return (
    <div>
      <Field
        type="datetime-local"
        label={label}
        hint={visitor('') ?? hint}
        error={incomplete ? t('incomplete') : problem('')}
        value={at === undefined ? '' : toZoned(at, zone)}
        readOnly={!draft.mayEdit}
        onFocus={enter('')}
        onChange={(event) => {
          check(event);
          const moment = fromZoned(event.target.value, zone);
          if (event.target.validity.badInput) return;
          draft.set(path, moment === undefined ? null : withOffset(moment, zone));
        }}
        // An incomplete time has no value, so a key that makes it so, or empties the field, may change none.
        onKeyUp={check}
        onBlur={check}
      />
      {inKyiv && t('otherZone', { at: formatTime(at, { show: 'minute', language }), zone: DISPLAY_TIME_ZONE })}
    </div>
  );
};
