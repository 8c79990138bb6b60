import { confirm, signInOptions } from '@laurel/contracts/console/calls/session';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../lib/call.ts';
import { getPasskey } from '../lib/passkey.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { Trouble } from '../ui/trouble.tsx';

type Props = { onFinish(confirmed: boolean): void };

/**
 * Requests the passkey at once, and again at each press of its button: a browser may require a press, or the person may
 * have closed the request by mistake.
 */
export const PasskeyDialog = ({ onFinish }: Props) => {
  const { t } = useTranslation();
  const [trouble, setTrouble] = useState<unknown>();
  const [busy, setBusy] = useState(false);
  const asked = useRef(false);

  const ask = useCallback(async () => {
    setBusy(true);
    setTrouble(undefined);
    try {
      const { data } = await call(signInOptions, { body: {} });
      await call(confirm, { body: { passkey: await getPasskey(data.options) } });
      onFinish(true);
    } catch (error) {
      setTrouble(error);
      setBusy(false);
    }
  }, [onFinish]);

  useEffect(() => {
    // Strict mode runs effects twice, but a browser accepts only one request at a time.
    if (asked.current) return;
    asked.current = true;
    void ask();
  }, [ask]);

  return (
    <Dialog title={t('passkey.confirmTitle')} onClose={() => onFinish(false)}>
      <p>{t('passkey.confirmText')}</p>
      {trouble !== undefined && <Trouble error={trouble} />}
      <DialogActions>
        <Button onClick={() => onFinish(false)}>{t('cancel')}</Button>
        <Button tone="main" busy={busy} onClick={() => void ask()}>
          {t('passkey.use')}
        </Button>
      </DialogActions>
    </Dialog>
  );
};
