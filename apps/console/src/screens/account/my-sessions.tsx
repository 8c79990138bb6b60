import { endMySession, readMine } from '@laurel/contracts/console/calls/session';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type CallAnswer, call } from '../../lib/call.ts';
import { keyOf } from '../../lib/query.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Chip } from '../../ui/chip.tsx';
import { ItemList } from '../../ui/item-list.tsx';
import { Failure } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { showToast } from '../../ui/toast.tsx';

type Session = CallAnswer<typeof readMine>['sessions'][number];

/** The sessions of the person. Ending another one needs no confirmation: the person can sign in there again. */
export const MySessions = ({ sessions }: { sessions: readonly Session[] }) => {
  const { t } = useTranslation('account');
  const queryClient = useQueryClient();
  const ending = useMutation({
    mutationFn: (id: string) => call(endMySession, { params: { id }, body: {} }),
    onSuccess: () => showToast(t('sessions.ended')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keyOf(readMine) }),
  });
  return (
    <Card title={t('sessions.title')}>
      {ending.error && <Failure error={ending.error} />}
      <ItemList
        items={sessions.map((session) => ({
          id: session.id,
          title: session.browser,
          chips: session.current && <Chip tone="ok">{t('sessions.current')}</Chip>,
          detail: (
            <>
              {session.network} · {t('sessions.startedAt')} <Time at={session.startedAt} />
              {' · '}
              {t('sessions.lastSeenAt')} <Time at={session.lastSeenAt} />
            </>
          ),
          action: !session.current && (
            <Button
              small
              aria-label={t('sessions.endNamed', { browser: session.browser })}
              busy={ending.isPending && ending.variables === session.id}
              onClick={() => ending.mutate(session.id)}
            >
              {t('sessions.end')}
            </Button>
          ),
        }))}
      />
    </Card>
  );
};
