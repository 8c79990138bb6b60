import { addHook } from '@laurel/contracts/console/calls/integrations';
import { HOOK_EVENT_NAMES, type HookEvent } from '@laurel/contracts/console/hook-events';
import { LANGUAGE_SETTINGS, LANGUAGES } from '@laurel/contracts/languages';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFieldText } from '../../i18n/field-text.ts';
import { useLanguage } from '../../i18n/language.ts';
import { call } from '../../lib/call.ts';
import { Choice } from '../../ui/choice.tsx';
import { Field } from '../../ui/field.tsx';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { useChange } from '../../ui/use-change.ts';
import { Ticks } from './ticks.tsx';
import { eventKey, type Secret } from './types.ts';

type Props = { onSecret(secret: Secret): void; onClose(): void };

/** Adds a webhook: the server answers with the key of its signatures. */
export const AddHookDialog = ({ onSecret, onClose }: Props) => {
  const { t } = useTranslation('integrations');
  const fieldText = useFieldText();
  const run = useChange();
  const shown = useLanguage();
  const [language, setLanguage] = useState(shown);
  const [url, setUrl] = useState('');
  const [events, setEvents] = useState<readonly HookEvent[]>(HOOK_EVENT_NAMES);
  const problem = addHook.body.shape.url.safeParse(url).error?.issues[0]?.message;
  const add = async (reason: string) => {
    const body = { url, events: [...events], language, reason };
    const { data } = await run(() => call(addHook, { body }), t('said.hookAdded'));
    onSecret({ text: data.secret });
  };
  return (
    <ReasonDialog
      title={t('hooks.addTitle')}
      action={t('hooks.add')}
      ready={problem === undefined && events.length > 0}
      onConfirm={add}
      onClose={onClose}
    >
      <p>{t('hooks.addText')}</p>
      <Field
        type="url"
        autoComplete="off"
        label={t('hooks.url')}
        hint={t('hooks.urlHint')}
        value={url}
        onChange={({ target }) => setUrl(target.value)}
        error={url === '' || problem === undefined ? undefined : fieldText(problem)}
      />
      <Choice
        label={t('hooks.language')}
        options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_SETTINGS[value].label }))}
        value={language}
        onChange={setLanguage}
      />
      <Ticks
        label={t('hooks.events')}
        options={HOOK_EVENT_NAMES.map((value) => ({ value, label: t(eventKey(value)) }))}
        chosen={events}
        onChange={setEvents}
      />
    </ReasonDialog>
  );
};
