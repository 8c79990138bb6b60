import { readAuditNames } from '@laurel/contracts/console/calls/audit';
import { DISPLAY_TIME_ZONE } from '@laurel/contracts/time-zone';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { queryOf } from '../../lib/query.ts';
import { fromZoned, toZoned } from '../../lib/zoned-time.ts';
import { AddressField } from '../../ui/address-field.tsx';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/field.tsx';
import styles from './audit.module.css';
import type { AuditSearch } from './types.ts';
import { useActionText, useFamilyText } from './use-action-text.ts';

type Props = { search: AuditSearch; onSearch(search: AuditSearch): void };

/** The range of times that a filter accepts. While somebody types 2026, the field has the years 2, 20 and 202. */
const [EARLIEST, LATEST] = ['2000-01-01T00:00', '2099-12-31T23:59'];

const changed = (search: AuditSearch, name: keyof AuditSearch, value: string | undefined): AuditSearch => {
  const { [name]: _old, ...rest } = search;
  return value === undefined || value === '' ? rest : { ...rest, [name]: value };
};

/** The time in a field, in ISO 8601; an empty text if it is empty, undefined while it is incomplete or out of range. */
const timeIn = ({ value, validity }: HTMLInputElement): string | undefined => {
  if (value === '') return validity.badInput ? undefined : '';
  return value >= EARLIEST && value <= LATEST ? fromZoned(value, DISPLAY_TIME_ZONE) : undefined;
};

/** Whether any filter is set. */
export const isFiltered = (search: AuditSearch): boolean => Object.values(search).some((value) => value !== undefined);

/**
 * The values, with the chosen one added if it is not among them: it comes from the address, which anybody can write.
 */
const withChosen = (values: readonly string[], chosen: string | undefined): readonly string[] =>
  chosen === undefined || values.includes(chosen) ? values : [chosen, ...values];

/** The filters of the log. They are kept in the address, so that it can be shared. */
export const Filters = ({ search, onSearch }: Props) => {
  const { t } = useTranslation('audit');
  const actionText = useActionText();
  const familyText = useFamilyText();
  const { data } = useQuery(queryOf(readAuditNames, {}));
  const families = [...new Set((data?.actions ?? []).map((action) => `${action.split('.')[0]}.`))];
  const actions = withChosen([...families, ...(data?.actions ?? [])].toSorted(), search.action);
  return (
    <search className={styles.filters}>
      <Select
        label={t('filter.person')}
        value={search.person ?? ''}
        options={[
          { value: '', label: t('filter.all') },
          ...withChosen(data?.people ?? [], search.person).map((value) => ({ value, label: value })),
        ]}
        onChange={({ target }) => onSearch(changed(search, 'person', target.value))}
      />
      <Select
        label={t('filter.action')}
        value={search.action ?? ''}
        options={[
          { value: '', label: t('filter.allActions') },
          ...actions.map((value) => ({
            value,
            label: value.endsWith('.')
              ? t('filter.family', { family: familyText(value.slice(0, -1)) })
              : actionText(value),
          })),
        ]}
        onChange={({ target }) => onSearch(changed(search, 'action', target.value))}
      />
      {(['from', 'until'] as const).map((name) => (
        <AddressField
          key={name}
          type="datetime-local"
          label={t(`filter.${name}`)}
          min={EARLIEST}
          max={LATEST}
          value={search[name] === undefined ? '' : toZoned(search[name], DISPLAY_TIME_ZONE)}
          onWrite={(input) => {
            const time = timeIn(input);
            if (time === undefined) return undefined;
            onSearch(changed(search, name, time));
            return time === '' ? '' : toZoned(time, DISPLAY_TIME_ZONE);
          }}
        />
      ))}
      {isFiltered(search) && (
        <div className={styles.clear}>
          <Button tone="quiet" onClick={() => onSearch({})}>
            {t('filter.clear')}
          </Button>
        </div>
      )}
    </search>
  );
};
