import {
  readIntegrations,
  removeHook,
  resumeHook,
  revokeToken,
  sendAgain,
} from '@laurel/contracts/console/calls/integrations';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/call.ts';
import { queryOf } from '../../lib/query.ts';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { ScreenHead } from '../../ui/screen-head.tsx';
import { Waiting } from '../../ui/states.tsx';
import { useChange } from '../../ui/use-change.ts';
import { CallsCard } from './calls-card.tsx';
import { HooksCard } from './hooks-card.tsx';
import { SecretDialog } from './secret-dialog.tsx';
import { TokensCard } from './tokens-card.tsx';
import { type Delivery, eventKey, type Hook, hostOf, type Secret, type Token } from './types.ts';

const AddHookDialog = lazy(() => import('./add-hook-dialog.tsx').then((loaded) => ({ default: loaded.AddHookDialog })));
const AddTokenDialog = lazy(() =>
  import('./add-token-dialog.tsx').then((loaded) => ({ default: loaded.AddTokenDialog })),
);

/** How often the list of calls is read again, milliseconds. */
const REFRESH_MS = 15_000;

/** A change that asks for a reason. */
type Asked = {
  title: string;
  text: string;
  action: string;
  tone?: 'danger';
  said: string;
  change(reason: string): Promise<unknown>;
};

/** What leaves the console by itself: webhooks with their last calls, and the keys of programs that read it. */
export const Screen = () => {
  const { t } = useTranslation('integrations');
  const all = useQuery({ ...queryOf(readIntegrations, {}), refetchInterval: REFRESH_MS });
  const run = useChange();
  const [adding, setAdding] = useState<'hook' | 'token'>();
  const [secret, setSecret] = useState<Secret>();
  const [asked, setAsked] = useState<Asked>();
  const { hooks = [], deliveries = [], tokens = [] } = all.data ?? {};
  const close = () => setAdding(undefined);

  const resume = (hook: Hook) =>
    setAsked({
      title: t('hooks.resumeTitle', { host: hostOf(hook) }),
      text: t('hooks.resumeText'),
      action: t('hooks.resume'),
      said: t('said.resumed'),
      change: (reason) => call(resumeHook, { params: { id: hook.id }, body: { reason } }),
    });
  const remove = (hook: Hook) =>
    setAsked({
      title: t('hooks.removeTitle', { host: hostOf(hook) }),
      text: t('hooks.removeText'),
      action: t('hooks.remove'),
      tone: 'danger',
      said: t('said.removed'),
      change: (reason) => call(removeHook, { params: { id: hook.id }, body: { reason } }),
    });
  const again = ({ id, type, hook }: Delivery) => {
    const to = hooks.find((each) => each.id === hook);
    setAsked({
      title: t('calls.againTitle', { event: t(eventKey(type)) }),
      text: t('calls.againText', { host: to && hostOf(to) }),
      action: t('calls.again'),
      said: t('said.sent'),
      change: (reason) => call(sendAgain, { params: { id }, body: { reason } }),
    });
  };
  const revoke = ({ id, name }: Token) =>
    setAsked({
      title: t('tokens.revokeTitle', { name }),
      text: t('tokens.revokeText'),
      action: t('tokens.revoke'),
      tone: 'danger',
      said: t('said.revoked'),
      change: (reason) => call(revokeToken, { params: { id }, body: { reason } }),
    });

  return (
    <>
      <ScreenHead title={t('title')} lead={t('lead')} />
      <Waiting query={all} />
      {all.data && (
        <>
          <HooksCard hooks={hooks} onAdd={() => setAdding('hook')} onResume={resume} onRemove={remove} />
          {deliveries.length > 0 && <CallsCard deliveries={deliveries} hooks={hooks} onAgain={again} />}
          <TokensCard tokens={tokens} onAdd={() => setAdding('token')} onRevoke={revoke} />
        </>
      )}
      <Suspense fallback={null}>
        {adding === 'hook' && <AddHookDialog onSecret={setSecret} onClose={close} />}
        {adding === 'token' && <AddTokenDialog onSecret={setSecret} onClose={close} />}
      </Suspense>
      {asked && (
        <ReasonDialog
          title={asked.title}
          action={asked.action}
          tone={asked.tone ?? 'main'}
          onClose={() => setAsked(undefined)}
          onConfirm={(reason) => run(() => asked.change(reason), asked.said)}
        >
          <p>{asked.text}</p>
        </ReasonDialog>
      )}
      {secret && <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />}
    </>
  );
};
