import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { Note } from '../../ui/note.tsx';
import { Time } from '../../ui/time.tsx';
import styles from './team.module.css';
import type { Link } from './types.ts';

type Props = { link: Link; onClose(): void };

/** Shows the link of an invitation. Nobody can see it again later. */
export const LinkDialog = ({ link, onClose }: Props) => {
  const { t } = useTranslation(['team', 'common']);
  return (
    <Dialog title={t('link.title', { name: link.name })} onClose={onClose}>
      <p>{link.mailedTo ? t('link.mailed', { email: link.mailedTo }) : t('link.text', { name: link.name })}</p>
      <p className={styles.link} translate="no">
        {link.link}
      </p>
      <Note tone="warn">
        {t('link.once')} {t('link.until')} <Time at={link.expiresAt} />
      </Note>
      <DialogActions>
        <Button onClick={onClose}>{t('common:done')}</Button>
        <CopyButton tone="main" text={link.link} label={t('link.copy')} />
      </DialogActions>
    </Dialog>
  );
};
