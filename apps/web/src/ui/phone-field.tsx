import { callingCodeOfCountry } from '@laurel/contracts/calling-codes';
import {
  type ChangeEvent,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useId,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../i18n/language.ts';
import { countryName, countryOf, homeCountry } from '../lib/countries.ts';
import { editPhone, groupedPhone, phoneIn, shownPhone } from '../lib/phone-text.ts';
import { afterPress } from './after-press.ts';
import { inputDetails } from './cleaned.ts';
import { FormField } from './form-field.tsx';
import { ChevronIcon } from './icons.tsx';
import styles from './phone-field.module.css';

const CountryList = lazy(() => import('./country-list.tsx'));

type Props = Pick<UseFormRegisterReturn, 'name' | 'ref' | 'onChange' | 'onBlur'> & {
  label: string;
  /** At the end of the label's line. */
  beside?: ReactNode;
  hint?: string | undefined;
  error?: string | undefined;
  blockedRegions: readonly string[];
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
 * form a plus and digits. Its text is not React's: the next rendering would remove what a browser filled in unnoticed.
 */
export const PhoneField = (props: Props) => {
  const { label, name, beside, hint, error, blockedRegions, ref, onChange, onBlur } = props;
  const { t } = useTranslation('phone');
  const language = useLanguage();
  const listId = useId();
  const root = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [phone, setPhone] = useState('');
  const [chosen, setChosen] = useState(() => homeCountry(blockedRegions));
  const [open, setOpen] = useState(false);
  const country = countryOf(phone, chosen);
  const code = country === undefined ? undefined : callingCodeOfCountry(country);
  const home = chosen === undefined ? undefined : callingCodeOfCountry(chosen);
  // What the form takes for its field: a text that is a plus and digits. The form sets the value of a new object.
  const field = useMemo(
    () => ({
      type: 'tel',
      get value() {
        return shownPhone(input.current?.value ?? '', home);
      },
      set value(given: string) {
        setPhone(given);
        if (input.current) input.current.value = groupedPhone(given);
      },
      focus: () => input.current?.focus(),
    }),
    [home],
  );
  useImperativeHandle(ref, () => field);
  useEffect(() => {
    if (!open) return undefined;
    const follow = ({ target }: FocusEvent) => {
      if (target instanceof Node && !root.current?.contains(target)) afterPress(() => setOpen(false));
    };
    document.addEventListener('focusin', follow);
    return () => document.removeEventListener('focusin', follow);
  }, [open]);

  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const { target, nativeEvent } = event;
    const cursor = target.selectionStart ?? target.value.length;
    const edit = editPhone(phone, { ...inputDetails(nativeEvent), text: target.value, cursor }, home);
    show(target, edit.text, edit.cursor);
    setPhone(edit.phone);
    void onChange(event);
  };

  const pick = (iso: string) => {
    const picked = callingCodeOfCountry(iso);
    setChosen(iso);
    setOpen(false);
    if (!picked || !input.current) return;
    field.value = phoneIn(field.value, picked);
    void onChange({ target: input.current, type: 'change' });
    field.focus();
  };

  const closeList = () => {
    root.current?.querySelector<HTMLElement>('[aria-expanded]')?.focus();
    setOpen(false);
  };

  return (
    <div ref={root} className={styles.phone}>
      <FormField
        ref={input}
        name={name}
        label={label}
        beside={beside}
        hint={hint}
        error={error}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        onChange={change}
        onFocus={() => setOpen(false)}
        onBlur={(event) => void onBlur(event)}
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
