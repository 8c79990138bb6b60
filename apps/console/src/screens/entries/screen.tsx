import { readEntries } from '@laurel/contracts/console/calls/entries';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/language.ts';
import { categoryName } from '../../lib/categories.ts';
import { queryOf } from '../../lib/query.ts';
import { Bar } from '../../ui/bar.tsx';
import { Card } from '../../ui/card.tsx';
import { Select } from '../../ui/field.tsx';
import { ScreenHead } from '../../ui/screen-head.tsx';
import { Empty, Waiting } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { Desk } from './desk.tsx';
import styles from './entries.module.css';
import type { Place } from './types.ts';

const REFRESH_MS = 20_000;

/** What people put forward, gathered into candidates. The person decides about one at a time, by keys or buttons. */
export const Screen = () => {
  const { t } = useTranslation('entries');
  const language = useLanguage();
  const [place, setPlace] = useState<Place>();
  const query = useQuery({
    ...queryOf(readEntries, { query: place ?? {} }),
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  });
  const entries = query.data;
  const options = (entries?.categories ?? []).map(({ nomination, niche, award, name, ...counted }) => ({
    ...counted,
    place: { nomination, niche },
    value: `${nomination}/${niche}`,
    label: `${categoryName({ title: award, name }, language)} (${counted.open})`,
  }));
  const chosen = options.find((each) => each.chosen);
  const all = options.reduce((sum, { candidates }) => sum + candidates, 0);
  const open = options.reduce((sum, each) => sum + each.open, 0);
  const gathered = entries && {
    entries: t('entries', { count: entries.entries }),
    people: t('people', { count: entries.people }),
    candidates: t('gathered', { count: all }),
  };
  return (
    <>
      <ScreenHead title={t('title')} lead={gathered && t('lead', gathered)}>
        {entries?.closesAt && (
          <p className={styles.until}>
            {t('until')} <Time at={entries.closesAt} />
          </p>
        )}
      </ScreenHead>
      <Waiting query={query} />
      {entries && all === 0 && (
        <Card>
          <Empty title={t('empty.title')}>{t('empty.text')}</Empty>
        </Card>
      )}
      {entries && all > 0 && (
        <Desk entries={entries} categories={options}>
          <Bar share={(all - open) / all} />
          <p className={styles.progress}>
            <span>{t('decided', { done: all - open, all })}</span>
            <span>{t('left', { count: open })}</span>
          </p>
          <Select
            label={t('categoryLeft', { open: chosen?.open, all: chosen?.candidates })}
            value={chosen?.value}
            options={options}
            onChange={({ target }) => setPlace(options.find(({ value }) => value === target.value)?.place)}
          />
        </Desk>
      )}
    </>
  );
};
