import { endSession, removeMember, replacePasskeys } from '@laurel/contracts/console/calls/team';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/call.ts';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { useChange } from '../../ui/use-change.ts';
import { RoleDialog } from './role-dialog.tsx';
import type { Link, Member, Team } from './types.ts';

/** The change of a team member that an owner has begun. */
export type MemberChange =
  | { kind: 'role' }
  | { kind: 'replace' }
  | { kind: 'remove' }
  | { kind: 'endSession'; session: Team['sessions'][number] };

type Props = {
  change: MemberChange;
  member: Member;
  counts: { passkeys: number; sessions: number };
  onLink(link: Link): void;
  onClose(): void;
};

/** The dialog of a change: says what will happen to the person, and asks for the reason. */
export const MemberDialogs = ({ change, member, counts, onLink, onClose }: Props) => {
  const { t } = useTranslation('team');
  const run = useChange();
  const { id, name } = member;
  const params = { id };
  if (change.kind === 'role') return <RoleDialog member={member} onClose={onClose} />;
  if (change.kind === 'replace') {
    return (
      <ReasonDialog
        title={t('replace.title', { name })}
        action={t('replace.action')}
        onClose={onClose}
        onConfirm={async (reason) => {
          const { data } = await run(
            () => call(replacePasskeys, { params, body: { reason } }),
            t('said.replaced', { name }),
          );
          onLink({ ...data, name });
        }}
      >
        <p>{t('replace.text', { name, count: counts.passkeys })}</p>
      </ReasonDialog>
    );
  }
  if (change.kind === 'remove') {
    return (
      <ReasonDialog
        title={t('remove.title', { name })}
        action={t('remove.action')}
        tone="danger"
        onClose={onClose}
        onConfirm={(reason) => run(() => call(removeMember, { params, body: { reason } }), t('said.removed', { name }))}
      >
        <p>
          {t('remove.passkeys', { count: counts.passkeys })} {t('remove.sessions', { count: counts.sessions })}{' '}
          {t('remove.text', { name })}
        </p>
      </ReasonDialog>
    );
  }
  const { session } = change;
  return (
    <ReasonDialog
      title={t('endSession.title', { name })}
      action={t('end')}
      onClose={onClose}
      onConfirm={(reason) =>
        run(() => call(endSession, { params: { id: session.id }, body: { reason } }), t('said.ended', { name }))
      }
    >
      <p>{t('endSession.text', { name, browser: session.browser, network: session.network })}</p>
    </ReasonDialog>
  );
};
