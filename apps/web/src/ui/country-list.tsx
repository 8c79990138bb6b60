import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { countriesIn, searchCountries } from '../lib/countries.ts';
import styles from './country-list.module.css';
import { cx } from './cx.ts';

type Props = {
  id: string;
  language: string;
  /** ISO 3166-1. */
  chosen: string | undefined;
  blockedRegions: readonly string[];
  onPick(iso: string): void;
  onClose(): void;
};

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 };

/** Countries with their calling codes, and a search (WAI-ARIA's combobox with a list that is always shown). */
const CountryList = ({ id, language, chosen, blockedRegions, onPick, onClose }: Props) => {
  const { t } = useTranslation('phone');
  const countries = useMemo(() => countriesIn(language, blockedRegions), [language, blockedRegions]);
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(chosen);
  const search = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const found = searchCountries(countries, query);
  const place = Math.max(
    0,
    found.findIndex(({ iso }) => iso === active),
  );
  const current = found[place];
  const optionId = (iso: string) => `${id}-${iso}`;

  useEffect(() => search.current?.focus(), []);

  // The dialog listens for Escape in the document's capture phase, so only a listener of the window is earlier.
  useEffect(() => {
    const leave = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      onClose();
    };
    window.addEventListener('keydown', leave, true);
    return () => window.removeEventListener('keydown', leave, true);
  }, [onClose]);

  const currentIso = current?.iso;
  useEffect(() => {
    const option = list.current?.querySelector(`[data-iso="${currentIso}"]`);
    // Scrolls the list alone: scrollIntoView would also move the dialog.
    if (list.current && option instanceof HTMLElement) {
      const { scrollTop, clientHeight } = list.current;
      const { offsetTop, offsetHeight } = option;
      if (offsetTop < scrollTop) list.current.scrollTop = offsetTop;
      else if (offsetTop + offsetHeight > scrollTop + clientHeight) {
        list.current.scrollTop = offsetTop + offsetHeight - clientHeight;
      }
    }
  }, [currentIso]);

  const press = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const next = Math.min(found.length - 1, Math.max(0, place + step));
      setActive(found[next]?.iso);
    }
    if (event.key === 'Enter') {
      // Enter would submit the form.
      event.preventDefault();
      if (current) onPick(current.iso);
    }
  };

  return (
    <div className={styles.panel}>
      <label className="visually-hidden" htmlFor={`${id}-search`}>
        {t('searchCountry')}
      </label>
      <input
        ref={search}
        id={`${id}-search`}
        className={styles.search}
        role="combobox"
        aria-expanded="true"
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={current && optionId(current.iso)}
        placeholder={t('searchCountry')}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="done"
        value={query}
        onChange={(event) => {
          setQuery(event.target.value);
          setActive(undefined);
        }}
        onKeyDown={press}
      />
      <div ref={list} id={id} className={styles.list} role="listbox" aria-label={t('countries')}>
        {found.map(({ iso, name, code }) => (
          <button
            key={iso}
            type="button"
            tabIndex={-1}
            id={optionId(iso)}
            data-iso={iso}
            role="option"
            aria-selected={iso === chosen}
            className={cx(styles.option, iso === current?.iso && styles.active)}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onPick(iso)}
          >
            <span>{name}</span>
            <span className={styles.code}>+{code}</span>
          </button>
        ))}
      </div>
      <p className={styles.none} role="status">
        {found.length === 0 && t('noCountry')}
      </p>
    </div>
  );
};

export default CountryList;
