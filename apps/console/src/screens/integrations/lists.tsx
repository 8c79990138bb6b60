import {
  type readIntegrations,
  removeHook,
  revokeToken,
  sendAgain,
} from '@laurel/contracts/console/calls/integrations';
import { useTranslation } from 'react-i18next';
import { type CallAnswer, call } from '../../lib/call.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { ItemList } from '../../ui/item-list.tsx';
import { Time } from '../../ui/time.tsx';
import { eventKey } from './event-key.ts';

/** A change that asks for a reason. */
export type Asked = { what: 'remove' | 'again' | 'revoke'; name: string; change(reason: string): Promise<unknown> };

type Lists = CallAnswer<typeof readIntegrations>;
type Ask = { onAsk(asked: Asked): void };

/** The host of a webhook: its path may be a secret. */
const hostOf = (hook: Pick<Lists['hooks'][number], 'url'> | undefined): string => (hook ? new URL(hook.url).host : '');

const AskButton = ({ asked, onAsk }: Ask & { asked: Asked }) => {
  const { t } = useTranslation('integrations');
  const action = t(`ask.${asked.what}.action`);
  const tone = asked.what === 'again' ? 'plain' : 'danger';
  return (
    <Button small tone={tone} aria-label={`${action}: ${asked.name}`} onClick={() => onAsk(asked)}>
      {action}
    </Button>
  );
};

/** The addresses that are told of events. */
export const Hooks = ({ hooks, onAsk }: Ask & Pick<Lists, 'hooks'>) => {
  const { t } = useTranslation('integrations');
  const items = hooks.map(({ id, url, events, failingSince, offAt, addedBy, addedAt }) => {
    const change = (reason: string) => call(removeHook, { params: { id }, body: { reason } });
    return {
      id: String(id),
      title: hostOf({ url }),
      chips: failingSince !== null && (
        <Chip tone={offAt === null ? 'warn' : 'bad'}>
          {t(offAt === null ? 'failing' : 'off')} <Time at={offAt ?? failingSince} />
        </Chip>
      ),
      detail: (
        <>
          {events.map((event) => t(eventKey(event))).join(' · ')}
          <br />
          {t('by', { by: addedBy.replace(' (console)', '') })} <Time at={addedAt} />
        </>
      ),
      action: <AskButton asked={{ what: 'remove', name: hostOf({ url }), change }} onAsk={onAsk} />,
    };
  });
  return <ItemList items={items} />;
};

const TONES = { waiting: 'plain', failing: 'warn', accepted: 'ok', given_up: 'bad' } as const;

/** The last calls of webhooks, with what became of them. */
export const Calls = ({ hooks, deliveries, onAsk }: Ask & Pick<Lists, 'hooks' | 'deliveries'>) => {
  const { t } = useTranslation('integrations');
  const items = deliveries.map(({ id, hook, type, at, state, tries, problem }) => {
    const change = (reason: string) => call(sendAgain, { params: { id }, body: { reason } });
    return {
      id: String(id),
      title: t(eventKey(type)),
      chips: <Chip tone={TONES[state]}>{t(`states.${state}`)}</Chip>,
      detail: (
        <>
          {hostOf(hooks.find((each) => each.id === hook))} · <Time at={at} />
          {tries > 1 && ` · ${t('tries', { count: tries })}`}
          {problem !== null && (
            <span lang="en" translate="no">
              {' · '}
              {problem}
            </span>
          )}
        </>
      ),
      action: <AskButton asked={{ what: 'again', name: t(eventKey(type)), change }} onAsk={onAsk} />,
    };
  });
  return <ItemList items={items} />;
};

/** The keys that read the API. */
export const Tokens = ({ tokens, mayChange, onAsk }: Ask & Pick<Lists, 'tokens'> & { mayChange: boolean }) => {
  const { t } = useTranslation(['integrations', 'common']);
  const items = tokens.map(({ id, name, role, scopes, madeBy, madeAt, lastUsedAt }) => {
    const change = (reason: string) => call(revokeToken, { params: { id }, body: { reason } });
    return {
      id,
      title: name,
      chips: <Chip tone="accent">{t(`common:roles.${role}`)}</Chip>,
      detail: (
        <>
          {scopes.map((scope) => t(`common:nav.${scope}`)).join(' · ')}
          <br />
          {t('by', { by: madeBy })} <Time at={madeAt} /> · {t('used')}{' '}
          {lastUsedAt === null ? '—' : <Time at={lastUsedAt} />}
        </>
      ),
      action: mayChange && <AskButton asked={{ what: 'revoke', name, change }} onAsk={onAsk} />,
    };
  });
  return <ItemList items={items} />;
};
