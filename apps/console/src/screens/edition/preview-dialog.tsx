import { endPreview, readPreview, sharePreview } from '@laurel/contracts/console/calls/preview';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/call.ts';
import { keyOf, queryOf } from '../../lib/query.ts';
import { useMayDo } from '../../session/me.ts';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { Note } from '../../ui/note.tsx';
import { Failure, Waiting } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { useChange } from '../../ui/use-change.ts';

const DAYS = ['1', '7', '30'] as const;

type Props = { id: number; onClose(): void };

/** Makes and ends the address at which a draft is shown as voters would see it. The address itself is shown once. */
const PreviewDialog = ({ id, onClose }: Props) => {
  const { t } = useTranslation(['edition', 'common']);
  const params = { id };
  const query = useQuery(queryOf(readPreview, { params }));
  const run = useChange(keyOf(readPreview, { params }));
  const [days, setDays] = useState<(typeof DAYS)[number]>('7');
  const [made, setMade] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const expiresAt = query.data?.expiresAt ?? null;

  const attempt = async (change: () => Promise<unknown>): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    try {
      await change();
    } catch (error) {
      setFailure(error);
    }
    setBusy(false);
  };
  const make = () =>
    attempt(async () => {
      const { data } = await run(
        () => call(sharePreview, { params, body: { days: Number(days) } }),
        t('preview.saidMade'),
      );
      setMade(data.url);
    });
  const end = () =>
    attempt(async () => {
      await run(() => call(endPreview, { params }), t('preview.saidEnded'));
      onClose();
    });

  return (
    <Dialog title={t('preview.title', { id })} onClose={onClose} closable={!busy}>
      <p>{t('preview.text')}</p>
      <Waiting query={query} lines={2} inCard />
      {made !== undefined && (
        <Note>
          <span translate="no">{made}</span>
        </Note>
      )}
      {made === undefined && query.data && (
        <Choice
          label={t('preview.days')}
          options={DAYS.map((value) => ({ value, label: t('preview.day', { count: Number(value) }) }))}
          value={days}
          onChange={setDays}
        />
      )}
      <Note tone={made === undefined ? 'plain' : 'warn'}>
        {expiresAt !== null && (
          <>
            {t('preview.ends')} <Time at={expiresAt} />.{' '}
          </>
        )}
        {made === undefined && expiresAt !== null ? t('preview.replaces') : t('preview.who')}
        {made !== undefined && ` ${t('preview.once')}`}
      </Note>
      {failure !== undefined && <Failure error={failure} />}
      <DialogActions>
        {expiresAt !== null && (
          <Button tone="danger" disabled={busy} onClick={() => void end()}>
            {t('preview.end')}
          </Button>
        )}
        {made === undefined ? (
          <Button tone="main" busy={busy} onClick={() => void make()}>
            {expiresAt === null ? t('preview.make') : t('preview.makeNew')}
          </Button>
        ) : (
          <CopyButton tone="main" text={made} label={t('preview.copy')} />
        )}
      </DialogActions>
    </Dialog>
  );
};

/** The button that shares a preview of a draft. Renders nothing for a role that may not draft. */
export const SharePreview = ({ id }: { id: number }) => {
  const { t } = useTranslation('edition');
  const mayDraft = useMayDo('edition.draft');
  const [open, setOpen] = useState(false);
  if (!mayDraft) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('preview.open')}</Button>
      {open && <PreviewDialog id={id} onClose={() => setOpen(false)} />}
    </>
  );
};
