import { DEFAULT_BLOCKED_REGIONS } from '@laurel/contracts/blocked-regions';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/language.ts';
import { localeOf } from '../../../i18n/locale.ts';
import { countryCodes } from '../../../lib/country-names.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import styles from './form.module.css';
import type { ControlProps } from './text-field.tsx';
import { useField } from './use-field.ts';

/** How many countries of a code are named. */
const NAMED = 3;

/** The calling codes whose numbers are refused, chosen by the names of their countries. */
export const RegionsField = ({ path, label }: ControlProps) => {
  const { t } = useTranslation('edition-form');
  const locale = localeOf(useLanguage());
  const { draft, value, problem, enter } = useField(path);
  const [text, setText] = useState('');
  const chosen = Array.isArray(value) ? value.map(String) : DEFAULT_BLOCKED_REGIONS;
  const known = useMemo(() => countryCodes(locale), [locale]);
  // A part of a country, like 7940, can only be written in the file.
  const rows = [
    ...chosen.filter((code) => !known.some((each) => each.code === code)).map((code) => ({ code, names: [] })),
    ...known,
  ];
  const wanted = text.trim().toLocaleLowerCase(locale);
  const shown = rows.filter(
    ({ code, names }) =>
      wanted === '' ||
      code.startsWith(wanted.replace('+', '')) ||
      names.some((name) => name.toLocaleLowerCase(locale).includes(wanted)),
  );
  const nameOf = (names: readonly string[]): string => {
    const some = names.slice(0, NAMED).join(', ');
    return names.length > NAMED ? t('regions.more', { names: some, count: names.length - NAMED }) : some;
  };
  const error = problem('');
  return (
    <fieldset className={styles.texts}>
      <legend>{label}</legend>
      <p className={styles.hint} role="status">
        {t('regions.summary', { count: chosen.length })} {value === null && t('regions.usual')}
      </p>
      <Field
        label={t('regions.find')}
        type="search"
        value={text}
        onFocus={enter('')}
        onChange={({ target }) => setText(target.value)}
      />
      <ul className={styles.regions}>
        {shown.map(({ code, names }) => (
          <li key={code}>
            <label>
              <input
                type="checkbox"
                checked={chosen.includes(code)}
                disabled={!draft.mayEdit}
                onChange={({ target }) =>
                  draft.set(path, target.checked ? [...chosen, code] : chosen.filter((each) => each !== code))
                }
              />
              <span>{nameOf(names)}</span> <span className={styles.code}>+{code}</span>
            </label>
          </li>
        ))}
        {shown.length === 0 && <li>{t('regions.none')}</li>}
      </ul>
      {error !== undefined && <p className={styles.error}>{error}</p>}
      {draft.mayEdit && value !== null && (
        <Button small onClick={() => draft.set(path, null)}>
          {t('regions.reset')}
        </Button>
      )}
    </fieldset>
  );
};
