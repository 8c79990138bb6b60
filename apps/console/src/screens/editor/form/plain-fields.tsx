import type { EditionField } from '@laurel/contracts/console/edition-fields';
import { LANGUAGES, type Language } from '@laurel/contracts/languages';
import { DISPLAY_TIME_ZONE } from '@laurel/contracts/time-zone';
import { type ChangeEvent, type SyntheticEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/language.ts';
import { useNumbers } from '../../../i18n/numbers.ts';
import { fromZoned, toZoned, withOffset } from '../../../lib/zoned-time.ts';
import { cx } from '../../../ui/cx.ts';
import { formatTime } from '../../../ui/time.tsx';
import shared from '../form.module.css';
import { FieldFrame } from '../text-field.tsx';
import { useDraft } from '../use-draft.ts';
import styles from './fields.module.css';

export type ControlProps = { field: EditionField; label: string; hint?: string | undefined };

/** From this share of its length on, a text is counted. */
const COUNTED = 0.8;

/** A text of a draft, in a language if it has one. It is saved as it is typed. */
export const TextControl = ({ field, label, hint, language }: ControlProps & { language?: Language }) => {
  const { t } = useTranslation('edition-form');
  const draft = useDraft();
  const { path, kind, optional, max = Number.POSITIVE_INFINITY } = field;
  const own = language === undefined ? path : `${path}.${language}`;
  const text = String(draft.get(own) ?? '');
  const others = LANGUAGES.filter((each) => language !== undefined && each !== language);
  const isElsewhere = others.some((each) => draft.get(`${path}.${each}`));
  const onChange = ({ target: { value } }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
    // An optional text is missing in all languages, or in none.
    if (value === '' && optional && !isElsewhere) draft.set(path, null);
    else draft.set(own, value === '' ? null : value);
  };
  return (
    <FieldFrame label={label} field={own} language={language} missing={text === '' && (!optional || isElsewhere)}>
      {({ id, describedBy, wrong }) => {
        const control = {
          ...{ id, value: text, onChange, lang: language, readOnly: !draft.mayEdit },
          'aria-invalid': wrong || text.length > max,
          'aria-describedby': cx(describedBy, `${id}-hint`),
        };
        return (
          <>
            {kind === 'prose' ? (
              <textarea {...control} rows={3} className={cx(shared.input, styles.area)} />
            ) : (
              <input {...control} inputMode={kind === 'link' ? 'url' : 'text'} className={shared.input} />
            )}
            {text.length > max * COUNTED ? (
              <p id={`${id}-hint`} className={cx(styles.hint, text.length > max && styles.error)}>
                {t('count', { count: text.length, max })}
              </p>
            ) : (
              <p id={`${id}-hint`} className={cx(styles.hint, styles.once)}>
                {hint}
              </p>
            )}
          </>
        );
      }}
    </FieldFrame>
  );
};

/** A number of a draft. What is no number yet stays in the field, and is not saved. */
export const NumberControl = ({ field: { path, optional, min = 0, max = 0, standard }, label, hint }: ControlProps) => {
  const { t } = useTranslation('edition-form');
  const numbers = useNumbers();
  const draft = useDraft();
  const [typed, setTyped] = useState<string>();
  const value = draft.get(path);
  const usual = typeof standard === 'number' ? t('standard', { value: numbers.count(standard) }) : '';
  return (
    <FieldFrame label={label} field={path} missing={value === null && !optional}>
      {({ id, describedBy, wrong }) => (
        <>
          <input
            id={id}
            className={cx(shared.input, styles.number)}
            inputMode="numeric"
            value={typed ?? String(value ?? '')}
            readOnly={!draft.mayEdit}
            aria-invalid={wrong || typed !== undefined}
            aria-describedby={cx(describedBy, `${id}-hint`)}
            onChange={({ target }) => {
              const text = target.value.trim();
              const isGood = text === '' || (/^\d+$/.test(text) && Number(text) >= min && Number(text) <= max);
              setTyped(isGood ? undefined : target.value);
              if (isGood) draft.set(path, text === '' ? null : Number(text));
            }}
          />
          <p id={`${id}-hint`} className={cx(styles.hint, typed !== undefined && styles.error)}>
            {typed === undefined ? `${hint ?? ''} ${usual}` : t('wholeNumber', { min, max })}
          </p>
        </>
      )}
    </FieldFrame>
  );
};

/** The time zone of this person. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** A time of a draft: entered in the person's own zone, and stored with its offset. */
export const TimeControl = ({ field: { path }, label, hint }: ControlProps) => {
  const { t } = useTranslation('edition-form');
  const language = useLanguage();
  const draft = useDraft();
  const [incomplete, setIncomplete] = useState(false);
  const zone = ownZone();
  const value = draft.get(path);
  const at = typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? value : undefined;
  const check = ({ currentTarget }: SyntheticEvent<HTMLInputElement>) => setIncomplete(currentTarget.validity.badInput);
  return (
    <FieldFrame label={label} field={path}>
      {({ id, describedBy, wrong }) => (
        <>
          <input
            id={id}
            type="datetime-local"
            className={shared.input}
            value={at === undefined ? '' : toZoned(at, zone)}
            readOnly={!draft.mayEdit}
            aria-invalid={wrong || incomplete}
            aria-describedby={cx(describedBy, `${id}-hint`)}
            onChange={(event) => {
              check(event);
              const moment = fromZoned(event.target.value, zone);
              if (!event.target.validity.badInput) draft.set(path, moment ? withOffset(moment, zone) : null);
            }}
            // An incomplete time has no value, so a key that makes it so, or empties the field, may change none.
            onKeyUp={check}
            onBlur={check}
          />
          <p id={`${id}-hint`} className={cx(styles.hint, incomplete && styles.error)}>
            {incomplete ? t('incomplete') : at === undefined && hint}
            {at !== undefined &&
              zone !== DISPLAY_TIME_ZONE &&
              t('otherZone', { at: formatTime(at, { show: 'minute', language }), zone: DISPLAY_TIME_ZONE })}
          </p>
        </>
      )}
    </FieldFrame>
  );
};
