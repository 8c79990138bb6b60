import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { DialogLead } from '../../../ui/dialog.tsx';
import { grouped, secretOf } from '../flow.ts';
import styles from './scan-step.module.css';

const QrCode = lazy(() => import('./qr-code.tsx'));

type Props = {
  qrCode: string;
  stores: { readonly appStore: string; readonly googlePlay: string };
  onContinue(): void;
};

/** The QR code, the secret as text, and links to an app. */
export const ScanStep = ({ qrCode, stores, onContinue }: Props) => {
  const { t } = useTranslation(['twoFactor', 'common']);
  const secret = secretOf(qrCode);
  return (
    <>
      <DialogLead>{t('setupLead')}</DialogLead>
      <div className={styles.qr}>
        <Suspense fallback={null}>
          <QrCode text={qrCode} title={t('qr')} />
        </Suspense>
      </div>
      {secret !== undefined && (
        <>
          <p className={styles.hint}>{t('cantScan')}</p>
          <div className={styles.secret}>
            <code>{grouped(secret)}</code>
            <CopyButton text={secret} label={t('common:copy')} />
          </div>
        </>
      )}
      <Button full onClick={onContinue}>
        {t('common:continue')}
      </Button>
      <p className={styles.stores}>
        {t('noApp')}{' '}
        <a href={stores.appStore} target="_blank" rel="noopener noreferrer">
          App Store
        </a>
        {' · '}
        <a href={stores.googlePlay} target="_blank" rel="noopener noreferrer">
          Google Play
        </a>
      </p>
    </>
  );
};
