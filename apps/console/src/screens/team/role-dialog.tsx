import { changeRole } from '@laurel/contracts/console/calls/team';
import { ROLES } from '@laurel/contracts/console/permissions';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/call.ts';
import { Select } from '../../ui/field.tsx';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { useChange } from '../../ui/use-change.ts';
import type { Member } from './types.ts';

type Props = { member: Member; onClose(): void };

/** Changes a person's role. */
export const RoleDialog = ({ member, onClose }: Props) => {
  const { t } = useTranslation(['team', 'common', 'roleNotes']);
  const run = useChange();
  const { id, name } = member;
  const [role, setRole] = useState(member.role);
  return (
    <ReasonDialog
      title={t('role.title', { name })}
      action={t('role.action')}
      ready={role !== member.role}
      onClose={onClose}
      onConfirm={(reason) =>
        run(() => call(changeRole, { params: { id }, body: { role, reason } }), t('said.changed', { name }))
      }
    >
      <p>{t('role.text', { name, role: t(`common:roles.${member.role}`) })}</p>
      <Select
        label={t('role.label')}
        hint={t(`roleNotes:${role}`)}
        value={role}
        options={ROLES.map((each) => ({ value: each, label: t(`common:roles.${each}`) }))}
        onChange={(event) => setRole(ROLES.find((each) => each === event.target.value) ?? role)}
      />
    </ReasonDialog>
  );
};
