import { DEFAULT_BLOCKED_REGIONS } from '@laurel/contracts/blocked-regions';
import { localeOf } from '@laurel/contracts/languages';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/language.ts';
import { countryCodes } from '../../../lib/country-names.ts';
import { Button } from '../../../ui/button.tsx';
import shared from '../form.module.css';
import { FieldFrame } from '../text-field.tsx';
import { useDraft } from '../use-draft.ts';
import styles from './fields.module.css';
import type { ControlProps } from './plain-fields.tsx';

/** How many countries of a code are named. */
const NAMED = 3;

/** The calling codes whose numbers are refused, chosen by the names of their countries. */
export const RegionsControl = ({ field: { path }, label }: ControlProps) => {
  const { t } = useTranslation('edition-form');
  const locale = localeOf(useLanguage());
  const { get, set, mayEdit } = useDraft();
  const [wanted, setWanted] = useState('');
  const value = get(path);
  const chosen = Array.isArray(value) ? value.map(String) : DEFAULT_BLOCKED_REGIONS;
  const known = useMemo(() => countryCodes(locale), [locale]);
  // A part of a country, like 7940, comes from a file.
  const parts = chosen.filter((code) => !known.some((each) => each.code === code)).map((code) => ({ code, names: [] }));
  const low = (text: string): string => text.trim().toLocaleLowerCase(locale);
  const shown = [...parts, ...known].filter(({ code, names }) =>
    [`+${code}`, code, ...names.map(low)].some((each) => each.includes(low(wanted))),
  );
  const nameOf = (names: readonly string[]): string => {
    const some = names.slice(0, NAMED).join(', ');
    return names.length > NAMED ? t('regions.more', { names: some, count: names.length - NAMED }) : some;
  };
  return (
    <FieldFrame label={label} field={path}>
      {({ id, describedBy }) => (
        <div className={styles.list}>
          <p className={styles.hint} role="status">
            {t('regions.summary', { count: chosen.length })} {value === null && t('regions.usual')}
          </p>
          <input
            id={id}
            type="search"
            className={shared.input}
            placeholder={t('regions.find')}
            aria-describedby={describedBy}
            value={wanted}
            onChange={({ target }) => setWanted(target.value)}
          />
          <ul className={styles.regions}>
            {shown.map(({ code, names }) => (
              <li key={code}>
                <label>
                  <input
                    type="checkbox"
                    checked={chosen.includes(code)}
                    disabled={!mayEdit}
                    onChange={({ target }) =>
                      set(path, target.checked ? [...chosen, code] : chosen.filter((each) => each !== code))
                    }
                  />
                  <span>{nameOf(names)}</span> <span className={styles.code}>+{code}</span>
                </label>
              </li>
            ))}
            {shown.length === 0 && <li>{t('regions.none')}</li>}
          </ul>
          {mayEdit && value !== null && (
            <Button small onClick={() => set(path, null)}>
              {t('regions.reset')}
            </Button>
          )}
        </div>
      )}
    </FieldFrame>
  );
};
