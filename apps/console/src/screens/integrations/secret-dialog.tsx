import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { Note } from '../../ui/note.tsx';
import styles from './integrations.module.css';
import type { Secret } from './types.ts';

/** Shows a new key. Nobody can see it again later. */
export const SecretDialog = ({ secret: { text, name }, onClose }: { secret: Secret; onClose(): void }) => {
  const { t } = useTranslation(['integrations', 'common']);
  return (
    <Dialog title={name === undefined ? t('secret.hook') : t('secret.token', { name })} onClose={onClose}>
      <p className={styles.secret} translate="no">
        {text}
      </p>
      <Note tone="warn">{t(name === undefined ? 'secret.hookText' : 'secret.tokenText')}</Note>
      <DialogActions>
        <Button onClick={onClose}>{t('common:done')}</Button>
        <CopyButton tone="main" text={text} label={t('secret.copy')} />
      </DialogActions>
    </Dialog>
  );
};
