import { addHook, addToken, TOKEN_SCOPES, type TokenScope } from '@laurel/contracts/console/calls/integrations';
import { HOOK_EVENT_NAMES, type HookEvent } from '@laurel/contracts/console/hook-events';
import { ROLES, type Role } from '@laurel/contracts/console/permissions';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFieldText } from '../../i18n/field-text.ts';
import { useLanguage } from '../../i18n/language.ts';
import { call } from '../../lib/call.ts';
import { Field, Select } from '../../ui/field.tsx';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { useChange } from '../../ui/use-change.ts';
import { eventKey } from './event-key.ts';
import styles from './integrations.module.css';

type TicksProps<Value extends string> = {
  label: string;
  options: readonly Value[];
  textOf(value: Value): string;
  chosen: readonly Value[];
  onChange(chosen: Value[]): void;
};

/** A choice of any number of options, which are all visible. */
const Ticks = <Value extends string>({ label, options, textOf, chosen, onChange }: TicksProps<Value>) => {
  const toggled = (value: Value) =>
    options.filter((each) => (each === value ? !chosen.includes(each) : chosen.includes(each)));
  return (
    <fieldset className={styles.ticks}>
      <legend>{label}</legend>
      {options.map((value) => (
        <label key={value}>
          <input type="checkbox" checked={chosen.includes(value)} onChange={() => onChange(toggled(value))} />
          {textOf(value)}
        </label>
      ))}
    </fieldset>
  );
};

type Props = { what: 'hook' | 'token'; onSecret(secret: string): void; onClose(): void };

/** Adds a webhook, whose text has the language of the page, or makes a key. The server answers with a key that is shown once. */
export const AddDialog = ({ what, onSecret, onClose }: Props) => {
  const { t } = useTranslation(['integrations', 'common', 'roleNotes']);
  const language = useLanguage();
  const fieldText = useFieldText();
  const run = useChange();
  const [name, setName] = useState('');
  const [events, setEvents] = useState<HookEvent[]>(HOOK_EVENT_NAMES);
  const [role, setRole] = useState<Role>('auditor');
  const [scopes, setScopes] = useState<TokenScope[]>(['tonight']);
  const isHook = what === 'hook';
  const field = isHook ? addHook.body.shape.url : addToken.body.shape.name;
  const problem = field.safeParse(name).error?.issues[0]?.message;
  const add = (reason: string) =>
    isHook
      ? call(addHook, { body: { url: name, events, language, reason } })
      : call(addToken, { body: { name, role, scopes, reason } });
  return (
    <ReasonDialog
      title={t(`${what}.add`)}
      action={t(`${what}.add`)}
      ready={problem === undefined && (isHook ? events : scopes).length > 0}
      onConfirm={async (reason) => onSecret((await run(() => add(reason), t(`${what}.said`))).data.secret)}
      onClose={onClose}
    >
      <p>{t(`${what}.addText`)}</p>
      <Field
        autoComplete="off"
        label={t(`${what}.name`)}
        value={name}
        onChange={({ target }) => setName(target.value)}
        error={name === '' ? undefined : fieldText(problem)}
      />
      {isHook && (
        <Ticks
          label={t('hook.what')}
          options={HOOK_EVENT_NAMES}
          textOf={(value) => t(eventKey(value))}
          chosen={events}
          onChange={setEvents}
        />
      )}
      {!isHook && (
        <>
          <Select
            label={t('role')}
            hint={t(`roleNotes:${role}`)}
            options={ROLES.map((value) => ({ value, label: t(`common:roles.${value}`) }))}
            value={role}
            onChange={({ target }) => setRole(ROLES.find((each) => each === target.value) ?? role)}
          />
          <Ticks
            label={t('token.what')}
            options={TOKEN_SCOPES}
            textOf={(value) => t(`common:nav.${value}`)}
            chosen={scopes}
            onChange={setScopes}
          />
        </>
      )}
    </ReasonDialog>
  );
};
