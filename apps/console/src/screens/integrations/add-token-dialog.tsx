import { addToken, TOKEN_SCOPES } from '@laurel/contracts/console/calls/integrations';
import { ROLES, type Role } from '@laurel/contracts/console/permissions';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/call.ts';
import { Field, Select } from '../../ui/field.tsx';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { useChange } from '../../ui/use-change.ts';
import { Ticks } from './ticks.tsx';
import type { Secret, Token } from './types.ts';

type Props = { onSecret(secret: Secret): void; onClose(): void };

/** Makes a key of the API. */
export const AddTokenDialog = ({ onSecret, onClose }: Props) => {
  const { t } = useTranslation(['integrations', 'common']);
  const run = useChange();
  const [name, setName] = useState('');
  const [role, setRole] = useState<Role>('auditor');
  const [scopes, setScopes] = useState<Token['scopes']>(['tonight']);
  const add = async (reason: string) => {
    const { data } = await run(() => call(addToken, { body: { name, role, scopes, reason } }), t('said.tokenMade'));
    onSecret({ text: data.token, name });
  };
  return (
    <ReasonDialog
      title={t('tokens.addTitle')}
      action={t('tokens.add')}
      ready={addToken.body.shape.name.safeParse(name).success && scopes.length > 0}
      onConfirm={add}
      onClose={onClose}
    >
      <p>{t('tokens.addText')}</p>
      <Field
        autoComplete="off"
        label={t('tokens.name')}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <Select
        label={t('tokens.role')}
        hint={t(`common:roleNotes.${role}`)}
        options={ROLES.map((value) => ({ value, label: t(`common:roles.${value}`) }))}
        value={role}
        onChange={({ target }) => setRole(ROLES.find((each) => each === target.value) ?? role)}
      />
      <Ticks
        label={t('tokens.scopes')}
        options={TOKEN_SCOPES.map((value) => ({ value, label: t(`common:nav.${value}`) }))}
        chosen={scopes}
        onChange={setScopes}
      />
    </ReasonDialog>
  );
};
