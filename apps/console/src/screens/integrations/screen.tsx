import { readIntegrations } from '@laurel/contracts/console/calls/integrations';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { queryOf } from '../../lib/query.ts';
import { useMayDo } from '../../session/me.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { Note } from '../../ui/note.tsx';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { ScreenHead } from '../../ui/screen-head.tsx';
import { Waiting } from '../../ui/states.tsx';
import { useChange } from '../../ui/use-change.ts';
import styles from './integrations.module.css';
import { type Asked, Calls, Hooks, Tokens } from './lists.tsx';

const AddDialog = lazy(() => import('./add-dialog.tsx').then((loaded) => ({ default: loaded.AddDialog })));

/** How often the calls are read again, milliseconds. */
const REFRESH_MS = 15_000;

/** What leaves the console by itself: webhooks with their last calls, and the keys of programs that read it. */
export const Screen = () => {
  const { t } = useTranslation(['integrations', 'common']);
  const all = useQuery({ ...queryOf(readIntegrations, {}), refetchInterval: REFRESH_MS });
  const mayMakeKeys = useMayDo('team.change');
  const run = useChange();
  const [adding, setAdding] = useState<'hook' | 'token'>();
  const [secret, setSecret] = useState<string>();
  const [asked, setAsked] = useState<Asked>();
  const add = (what: 'hook' | 'token') => (
    <Button small tone="main" onClick={() => setAdding(what)}>
      {t(`${what}.add`)}
    </Button>
  );
  return (
    <>
      <ScreenHead title={t('title')} lead={t('lead')} />
      <Waiting query={all} />
      {all.data && (
        <>
          <Card title={t('hook.title')} beside={add('hook')}>
            <p>{t('hook.text')}</p>
            <Hooks {...all.data} onAsk={setAsked} />
          </Card>
          {all.data.deliveries.length > 0 && (
            <Card title={t('calls')}>
              <Calls {...all.data} onAsk={setAsked} />
            </Card>
          )}
          <Card title={t('token.title')} beside={mayMakeKeys && add('token')}>
            <p>
              {t('token.text')}{' '}
              <a href="/api/docs" target="_blank" rel="noreferrer">
                {t('docs')}
              </a>
            </p>
            <Tokens {...all.data} mayChange={mayMakeKeys} onAsk={setAsked} />
          </Card>
        </>
      )}
      <Suspense fallback={null}>
        {adding && <AddDialog what={adding} onSecret={setSecret} onClose={() => setAdding(undefined)} />}
      </Suspense>
      {asked && (
        <ReasonDialog
          title={t(`ask.${asked.what}.title`, { it: asked.name })}
          action={t(`ask.${asked.what}.action`)}
          tone={asked.what === 'again' ? 'main' : 'danger'}
          onClose={() => setAsked(undefined)}
          onConfirm={(reason) => run(() => asked.change(reason), t(`ask.${asked.what}.said`))}
        >
          <p>{t(`ask.${asked.what}.text`)}</p>
        </ReasonDialog>
      )}
      {secret !== undefined && (
        <Dialog title={t('secret.title')} onClose={() => setSecret(undefined)}>
          <p className={styles.secret} translate="no">
            {secret}
          </p>
          <Note tone="warn">{t('secret.text')}</Note>
          <DialogActions>
            <Button onClick={() => setSecret(undefined)}>{t('common:done')}</Button>
            <CopyButton tone="main" text={secret} label={t('secret.copy')} />
          </DialogActions>
        </Dialog>
      )}
    </>
  );
};
