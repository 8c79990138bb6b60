import { type Message, readMessages } from '@laurel/contracts/console/calls/messages';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/call.ts';
import { keyOf, onEndOf } from '../../lib/query.ts';
import { SHORTEST_SEARCH, useSearchText } from '../../lib/search-text.ts';
import { useMayDo } from '../../session/me.ts';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Note } from '../../ui/note.tsx';
import { Empty, Waiting } from '../../ui/states.tsx';
import { Filters, isFiltered } from './filters.tsx';
import { RetryDialog } from './retry-dialog.tsx';
import type { MessagesSearch } from './types.ts';
import { useColumns } from './use-columns.tsx';

/** How often the list is read again while only its first page is loaded, milliseconds. */
const REFRESH_MS = 15_000;
const PAGE = 100;

type Props = { search: MessagesSearch; onSearch(search: MessagesSearch): void };

/** The messages, the newest first. More load as the table scrolls. */
export const MessageList = ({ search, onSearch }: Props) => {
  const { t } = useTranslation('messages');
  const { tab: _tab, span: _span, country, ...rest } = search;
  const recipient = useSearchText('messages');
  const seesRecipients = useMayDo('messages.recipients');
  const to = seesRecipients && recipient.settled.length >= SHORTEST_SEARCH ? recipient.settled : undefined;
  const filter = {
    ...rest,
    ...(country === undefined ? {} : { country: String(country) }),
    ...(to === undefined ? {} : { to }),
  };
  const [retried, setRetried] = useState<Message>();
  const columns = useColumns(setRetried);
  const pages = useInfiniteQuery({
    queryKey: keyOf(readMessages, filter),
    queryFn: ({ pageParam, signal }) =>
      call(
        readMessages,
        { query: { ...filter, limit: PAGE, ...(pageParam === null ? {} : { after: pageParam }) } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next ?? undefined,
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 1) === 1 ? REFRESH_MS : false),
  });
  const messages = pages.data?.pages.flatMap((page) => page.messages) ?? [];
  return (
    <Card>
      <Filters search={search} onSearch={onSearch} recipient={seesRecipients ? recipient : undefined} />
      {pages.data?.pages[0]?.partial && <Note>{t('partial')}</Note>}
      {search.account !== undefined && <Note>{t('oneAccount')}</Note>}
      <Waiting query={pages} lines={8} inCard />
      {pages.data && messages.length === 0 && (
        <Empty title={t('none.title')}>
          {t(isFiltered(search) || to !== undefined ? 'none.filtered' : 'none.text')}
        </Empty>
      )}
      {messages.length > 0 && (
        <DataTable label={t('table')} items={messages} columns={columns} idOf={({ id }) => id} onEnd={onEndOf(pages)} />
      )}
      {retried && <RetryDialog message={retried} onClose={() => setRetried(undefined)} />}
    </Card>
  );
};
