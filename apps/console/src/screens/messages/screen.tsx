import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMayDo } from '../../session/me.ts';
import { Button } from '../../ui/button.tsx';
import { ScreenHead } from '../../ui/screen-head.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { MessageList } from './message-list.tsx';
import styles from './messages.module.css';
import { RemindersCard } from './reminders-card.tsx';
import { SpendingCard } from './spending-card.tsx';
import { TotalsPart } from './totals-part.tsx';
import type { MessagesSearch } from './types.ts';

const TestDialog = lazy(() => import('../../ui/test-dialog.tsx').then((loaded) => ({ default: loaded.TestDialog })));

/** The mails and text messages to voters, what became of them, and what they cost. */
export const Screen = () => {
  const { t } = useTranslation('messages');
  const search = useSearch({ from: '/console/messages' });
  const navigate = useNavigate({ from: '/messages' });
  const maySend = useMayDo('messages.send');
  const [isTesting, setIsTesting] = useState(false);
  const show = (next: MessagesSearch) => void navigate({ search: next, replace: true });
  return (
    <>
      <ScreenHead title={t('title')} lead={t('lead')}>
        {maySend && <Button onClick={() => setIsTesting(true)}>{t('test.open')}</Button>}
      </ScreenHead>
      <Tabs
        label={t('tabs.label')}
        value={search.tab ?? 'list'}
        onChange={(tab) => show(tab === 'totals' ? { tab } : {})}
        tabs={[
          { value: 'list', label: t('tabs.list'), content: <MessageList search={search} onSearch={show} /> },
          {
            value: 'totals',
            label: t('tabs.totals'),
            content: (
              <div className={styles.cards}>
                <TotalsPart search={search} onSearch={show} />
                <SpendingCard />
                <RemindersCard />
              </div>
            ),
          },
        ]}
      />
      <Suspense fallback={null}>{isTesting && <TestDialog onClose={() => setIsTesting(false)} />}</Suspense>
    </>
  );
};
