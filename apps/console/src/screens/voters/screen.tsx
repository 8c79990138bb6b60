import { findVoters } from '@laurel/contracts/console/calls/voters';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { queryOf } from '../../lib/query.ts';
import { SHORTEST_SEARCH, useSearchText } from '../../lib/search-text.ts';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/field.tsx';
import { ScreenHead } from '../../ui/screen-head.tsx';
import { Empty, Waiting } from '../../ui/states.tsx';
import { FoundList } from './found-list.tsx';
import styles from './voters.module.css';

/** Finds voters by an address, a number, any part of a name, an Instagram name or an id. */
export const Screen = () => {
  const { t } = useTranslation('voters');
  const { text, settled, change } = useSearchText('voters');
  const enabled = settled.length >= SHORTEST_SEARCH;
  const search = useQuery({
    ...queryOf(findVoters, { query: { find: settled } }),
    enabled,
    placeholderData: keepPreviousData,
  });
  const found = enabled ? search.data : undefined;
  return (
    <>
      <ScreenHead title={t('title')} lead={t('lead')} />
      <div className={styles.search}>
        <Field
          type="search"
          label={t('search.label')}
          hint={t('search.hint')}
          value={text}
          maxLength={254}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          onChange={(event) => change(event.target.value)}
        />
      </div>
      <p className="visually-hidden" role="status">
        {found && t('found', { count: found.voters.length })}
        {found?.more && `. ${t('more')}`}
      </p>
      {enabled && <Waiting query={search} lines={3} />}
      {found && found.voters.length === 0 && (
        <Card>
          <Empty title={t('none.title')}>{t('none.text')}</Empty>
        </Card>
      )}
      {found && found.voters.length > 0 && <FoundList voters={found.voters} more={found.more} />}
    </>
  );
};
