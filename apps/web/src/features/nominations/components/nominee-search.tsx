import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocalized } from '../../../i18n/language.ts';
import { cx } from '../../../ui/cx.ts';
import { SearchIcon } from '../../../ui/icons.tsx';
import type { Nomination } from '../flow.ts';
import type { Found, searchNominees } from '../search.ts';
import { showNominee } from '../store.ts';
import styles from './nominee-search.module.css';

/** The most results that are listed; their number is always complete. */
const LISTED = 20;

/** The index of the active result after a key; the ends wrap around. `active` is -1 while no result is active. */
const KEYS: Readonly<Record<string, (active: number, count: number) => number>> = {
  ArrowDown: (active, count) => (active + 1 < count ? active + 1 : 0),
  ArrowUp: (active, count) => (active > 0 ? active - 1 : count - 1),
};

/** A field that finds nominees by name and leads to their cards (WAI-ARIA's combobox with a listbox). */
export const NomineeSearch = ({ nominations }: { nominations: readonly Nomination[] }) => {
  const { t } = useTranslation('nominations');
  const id = useId();
  const listId = `${id}-list`;
  const idOf = (index: number): string => `${id}-${index}`;
  const [query, setQuery] = useState('');
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const { search, load } = useSearch();
  const found = search ? search(nominations, query) : [];
  const listed = found.slice(0, LISTED);
  const asked = search !== undefined && query.trim() !== '';
  const shown = open && asked;
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (active >= 0) list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  const close = () => {
    setOpen(false);
    setActive(-1);
  };
  const choose = (result: Found | undefined) => {
    if (!result) return;
    close();
    setQuery('');
    const { nomination, category, company } = result;
    showNominee({ nomination: nomination.tag, niche: category.tag, company: company.tag });
  };
  const press = (event: KeyboardEvent): void => {
    // Enter and the arrows belong to the input method while it composes a letter.
    if (event.nativeEvent.isComposing) return;
    const move = KEYS[event.key];
    if (move) {
      event.preventDefault();
      setOpen(true);
      if (listed.length > 0) setActive(move(active, listed.length));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (shown) choose(listed[Math.max(active, 0)]);
    } else if (event.key === 'Escape') {
      event.preventDefault();
      if (!shown) setQuery('');
      close();
    }
  };
  return (
    <search className={styles.search}>
      <label htmlFor={id}>{t('search.label')}</label>
      <div className={styles.frame}>
        <SearchIcon />
        <input
          id={id}
          type="text"
          inputMode="search"
          enterKeyHint="search"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={80}
          placeholder={t('search.example')}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={shown && listed.length > 0}
          aria-controls={listId}
          aria-activedescendant={shown && active >= 0 ? idOf(active) : undefined}
          value={query}
          onFocus={load}
          onBlur={close}
          onKeyDown={press}
          onChange={(event) => {
            load();
            setQuery(event.target.value);
            setOpen(true);
            setActive(-1);
          }}
        />
      </div>
      <div className={styles.popup} hidden={!shown}>
        {found.length === 0 && <p className={styles.none}>{t('search.none')}</p>}
        {/* A press on a result must not take the focus from the field, which would close the list first. */}
        <div
          ref={list}
          id={listId}
          role="listbox"
          className={styles.list}
          tabIndex={-1}
          aria-label={t('search.results')}
          onPointerDown={(event) => event.preventDefault()}
          onMouseDown={(event) => event.preventDefault()}
        >
          {shown &&
            listed.map((result, index) => (
              <Result
                key={`${result.nomination.tag}/${result.category.tag}/${result.company.tag}`}
                id={idOf(index)}
                result={result}
                active={index === active}
                onChoose={() => choose(result)}
              />
            ))}
        </div>
        {found.length > LISTED && <p className={styles.none}>{t('search.more', { number: found.length - LISTED })}</p>}
      </div>
      <p className="visually-hidden" role="status">
        {shown && (found.length === 0 ? t('search.none') : t('search.found', { count: found.length }))}
      </p>
    </search>
  );
};

type ResultProps = { id: string; result: Found; active: boolean; onChoose(): void };

const Result = ({ id, result, active, onChoose }: ResultProps) => {
  const localize = useLocalized();
  const { nomination, category, company } = result;
  const title = localize(nomination.title);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys of a combobox belong to its field.
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the active option.
    <div
      id={id}
      role="option"
      aria-selected={active}
      className={cx(styles.result, active && styles.active)}
      onClick={onChoose}
    >
      <img src={company.logo} alt="" width={36} height={36} loading="lazy" />
      <span>
        <b>{localize(company.name)}</b>
        <small>{nomination.categories.length > 1 ? `${title}: ${localize(category.name)}` : title}</small>
      </span>
    </div>
  );
};

/** The search, whose code loads when the field is used. After a failure the next use loads it again. */
const useSearch = (): { readonly search: typeof searchNominees | undefined; load(): void } => {
  const [search, setSearch] = useState<typeof searchNominees>();
  const load = () => {
    if (search) return;
    import('../search.ts').then(
      (loaded) => setSearch(() => loaded.searchNominees),
      () => undefined,
    );
  };
  return { search, load };
};
