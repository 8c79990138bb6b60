import { revokeInvitation } from '@laurel/contracts/console/calls/team';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/call.ts';
import { useMayDo } from '../../session/me.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Chip } from '../../ui/chip.tsx';
import { ItemList } from '../../ui/item-list.tsx';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { Time } from '../../ui/time.tsx';
import { useChange } from '../../ui/use-change.ts';
import type { Team } from './types.ts';

type Invitation = Team['invitations'][number];

/** The invitations that nobody has used yet. Renders nothing if there are none. */
export const OpenInvitations = ({ invitations }: { invitations: readonly Invitation[] }) => {
  const { t } = useTranslation(['team', 'common']);
  const mayChange = useMayDo('team.change');
  const run = useChange();
  const [revoking, setRevoking] = useState<Invitation>();
  if (invitations.length === 0) return null;
  return (
    <Card title={t('open.title')} tone="warn">
      <ItemList
        items={invitations.map((invitation) => ({
          id: invitation.id,
          title: invitation.name,
          chips: (
            <>
              <Chip tone="accent">{t(`common:roles.${invitation.role}`)}</Chip>{' '}
              {invitation.replaces && <Chip>{t('open.replaces')}</Chip>}
            </>
          ),
          detail: (
            <>
              {t('open.by', { by: invitation.invitedBy })} <Time at={invitation.expiresAt} />
            </>
          ),
          action: mayChange && (
            <Button
              small
              tone="danger"
              aria-label={t('open.revokeNamed', { name: invitation.name })}
              onClick={() => setRevoking(invitation)}
            >
              {t('open.revoke')}
            </Button>
          ),
        }))}
      />
      {revoking && (
        <ReasonDialog
          title={t('open.revokeTitle', { name: revoking.name })}
          action={t('open.revoke')}
          tone="danger"
          onClose={() => setRevoking(undefined)}
          onConfirm={(reason) =>
            run(
              () => call(revokeInvitation, { params: { id: revoking.id }, body: { reason } }),
              t('said.revoked', { name: revoking.name }),
            )
          }
        >
          <p>{t('open.revokeText')}</p>
        </ReasonDialog>
      )}
    </Card>
  );
};
