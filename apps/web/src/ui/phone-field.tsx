import { callingCodeOfCountry } from '@laurel/contracts/calling-codes';
import { type ChangeEvent, lazy, type ReactNode, type Ref, Suspense, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../i18n/language.ts';
import { countryName, countryOf, homeCountry } from '../lib/countries.ts';
import { editPhone, groupedPhone, phoneIn } from '../lib/phone-text.ts';
import { afterPress } from './after-press.ts';
import { inputDetails } from './cleaned.ts';
import { FormField } from './form-field.tsx';
import { ChevronIcon } from './icons.tsx';
import styles from './phone-field.module.css';

const CountryList = lazy(() => import('./country-list.tsx'));

type Props = {
  label: string;
  name: string;
  /** At the end of the label's line. */
  beside?: ReactNode;
  hint?: string | undefined;
  error?: string | undefined;
  /** A plus and digits. */
  value: string;
  blockedRegions: readonly string[];
  ref?: Ref<HTMLInputElement>;
  onChange(phone: string): void;
  onBlur(): void;
};

/** A line in place of the countries while their code loads. */
const CountriesWait = () => (
  <p className={styles.wait} role="status">
    {useTranslation().t('loading')}
  </p>
);

/**
 * Puts the text and the cursor into the field before React renders: a later change would move the cursor to the end.
 */
const show = (input: HTMLInputElement, text: string, cursor: number): void => {
  if (input.value !== text) input.value = text;
  input.setSelectionRange(cursor, cursor);
};

/**
 * A phone number in groups, and a list of countries. It takes what people paste and type (decision 151), and gives the
 * form a plus and digits.
 */
export const PhoneField = (props: Props) => {
  const { label, name, beside, hint, error, value, blockedRegions, ref, onChange, onBlur } = props;
  const { t } = useTranslation('phone');
  const language = useLanguage();
  const listId = useId();
  const root = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState(() => homeCountry(blockedRegions));
  const [open, setOpen] = useState(false);
  const country = countryOf(value, chosen);
  const code = country === undefined ? undefined : callingCodeOfCountry(country);
  useEffect(() => {
    if (!open) return undefined;
    const follow = ({ target }: FocusEvent) => {
      if (target instanceof Node && !root.current?.contains(target)) afterPress(() => setOpen(false));
    };
    document.addEventListener('focusin', follow);
    return () => document.removeEventListener('focusin', follow);
  }, [open]);
  const input = () => root.current?.querySelector<HTMLInputElement>('input[type=tel]');

  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const { target, nativeEvent } = event;
    const cursor = target.selectionStart ?? target.value.length;
    const home = chosen === undefined ? undefined : callingCodeOfCountry(chosen);
    const edit = editPhone(value, { ...inputDetails(nativeEvent), text: target.value, cursor }, home);
    show(target, edit.text, edit.cursor);
    onChange(edit.phone);
  };

  const pick = (iso: string) => {
    const picked = callingCodeOfCountry(iso);
    setChosen(iso);
    setOpen(false);
    const field = input();
    if (!picked || !field) return;
    onChange(phoneIn(value, picked));
    field.focus();
  };

  const closeList = () => {
    root.current?.querySelector<HTMLElement>('[aria-expanded]')?.focus();
    setOpen(false);
  };

  return (
    <div ref={root} className={styles.phone}>
      <FormField
        ref={ref ?? null}
        name={name}
        label={label}
        beside={beside}
        hint={hint}
        error={error}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        value={groupedPhone(value)}
        onChange={change}
        onFocus={() => setOpen(false)}
        onBlur={onBlur}
        leading={
          <button
            type="button"
            className={styles.country}
            aria-expanded={open}
            aria-controls={open ? listId : undefined}
            aria-label={
              country === undefined || !code
                ? t('chooseCountry')
                : t('country', { iso: country, name: countryName(country, language), code: code.code })
            }
            onClick={() => setOpen(!open)}
          >
            {country ?? '+'}
            <ChevronIcon className={styles.sign} />
          </button>
        }
      />
      {open && (
        <Suspense fallback={<CountriesWait />}>
          <CountryList
            id={listId}
            language={language}
            chosen={country}
            blockedRegions={blockedRegions}
            onPick={pick}
            onClose={closeList}
          />
        </Suspense>
      )}
    </div>
  );
};
