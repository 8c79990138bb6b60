import { MESSAGE_KINDS, MESSAGE_SETS, MESSAGE_STATES } from '@laurel/contracts/console/calls/messages';
import { useTranslation } from 'react-i18next';
import { AddressField } from '../../ui/address-field.tsx';
import { Button } from '../../ui/button.tsx';
import { Field, Select } from '../../ui/field.tsx';
import styles from './messages.module.css';
import type { MessagesSearch } from './types.ts';

type Props = {
  search: MessagesSearch;
  onSearch(search: MessagesSearch): void;
  /** The text of the search for recipients; undefined if the person may not see them. */
  recipient: { text: string; change(text: string): void } | undefined;
};

/** The search with one value changed; an empty value is left out. */
const changed = (search: MessagesSearch, name: keyof MessagesSearch, value: string | number): MessagesSearch => {
  const { [name]: _old, ...rest } = search;
  return value === '' || value === 0 ? rest : { ...rest, [name]: value };
};

/** Whether any filter is set. */
export const isFiltered = ({ set, state, kind, country, provider, account }: MessagesSearch): boolean =>
  [set, state, kind, country, provider, account].some((value) => value !== undefined);

/**
 * The filters of the list. They are kept in the address, so that it can be shared; except the recipient, who is a
 * person.
 */
export const Filters = ({ search, onSearch, recipient }: Props) => {
  const { t } = useTranslation('messages');
  const all = { value: '', label: t('filter.all') };
  return (
    <search className={styles.filters}>
      {recipient && (
        <Field
          type="search"
          label={t('filter.to')}
          placeholder={t('filter.toHint')}
          value={recipient.text}
          maxLength={254}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          onChange={({ target }) => recipient.change(target.value)}
        />
      )}
      <Select
        label={t('filter.set')}
        value={search.set ?? ''}
        options={[all, ...MESSAGE_SETS.map((value) => ({ value, label: t(`sets.${value}`) }))]}
        onChange={({ target }) => onSearch(changed(search, 'set', target.value))}
      />
      <Select
        label={t('filter.state')}
        value={search.state ?? ''}
        options={[all, ...MESSAGE_STATES.map((value) => ({ value, label: t(`states.${value}`) }))]}
        onChange={({ target }) => onSearch(changed(search, 'state', target.value))}
      />
      <Select
        label={t('filter.kind')}
        value={search.kind ?? ''}
        options={[all, ...MESSAGE_KINDS.map((value) => ({ value, label: t(`kinds.${value}`) }))]}
        onChange={({ target }) => onSearch(changed(search, 'kind', target.value))}
      />
      <AddressField
        label={t('filter.country')}
        placeholder={t('filter.countryHint')}
        inputMode="numeric"
        maxLength={5}
        value={String(search.country ?? '')}
        onWrite={({ value }) => {
          const country = Number(value.replaceAll(/\D/g, '').slice(0, 4));
          onSearch(changed(search, 'country', country));
          return country === 0 ? '' : String(country);
        }}
      />
      {(isFiltered(search) || recipient?.text) && (
        <div className={styles.clear}>
          <Button
            tone="quiet"
            onClick={() => {
              recipient?.change('');
              onSearch({});
            }}
          >
            {t('filter.clear')}
          </Button>
        </div>
      )}
    </search>
  );
};
