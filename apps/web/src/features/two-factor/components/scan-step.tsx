import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AppLink, Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { DialogLead } from '../../../ui/dialog.tsx';
import { PlusIcon } from '../../../ui/icons.tsx';
import { useNarrow } from '../../../ui/use-narrow.ts';
import { grouped, secretOf } from '../flow.ts';
import styles from './scan-step.module.css';

const QrCode = lazy(() => import('./qr-code.tsx'));

type Props = {
  qrCode: string;
  stores: { readonly appStore: string; readonly googlePlay: string };
  onContinue(): void;
};

/** Links the app: on a phone by its link or the key, on a computer by the QR code. */
export const ScanStep = ({ qrCode, stores, onContinue }: Props) => {
  const secret = secretOf(qrCode);
  // Without a secret the link would open nothing.
  const onPhone = useNarrow() && secret !== undefined;
  return (
    <>
      {onPhone ? <ByLink qrCode={qrCode} secret={secret} /> : <ByCamera qrCode={qrCode} secret={secret} />}
      <ContinueButton main={!onPhone} onContinue={onContinue} />
      <About stores={stores} />
    </>
  );
};

const ContinueButton = ({ main, onContinue }: { main: boolean; onContinue(): void }) => {
  const { t } = useTranslation();
  return (
    <Button full tone={main ? 'gold' : 'ghost'} data-main={main || undefined} onClick={onContinue}>
      {t('continue')}
    </Button>
  );
};

const Qr = ({ text }: { text: string }) => {
  const { t } = useTranslation('twoFactor');
  return (
    <div className={styles.qr}>
      <Suspense fallback={null}>
        <QrCode text={text} title={t('qr')} />
      </Suspense>
    </div>
  );
};

const ByCamera = ({ qrCode, secret }: { qrCode: string; secret: string | undefined }) => {
  const { t } = useTranslation('twoFactor');
  return (
    <>
      <DialogLead>{t('setupLead')}</DialogLead>
      <Qr text={qrCode} />
      {secret !== undefined && (
        <>
          <p className={styles.hint}>{t('cantScan')}</p>
          <div className={styles.secret}>
            <code>{grouped(secret)}</code>
            <CopyButton text={secret} label={t('copyKey')} />
          </div>
        </>
      )}
    </>
  );
};

const ByLink = ({ qrCode, secret }: { qrCode: string; secret: string }) => {
  const { t } = useTranslation('twoFactor');
  return (
    <>
      <DialogLead>{t('setupLeadPhone')}</DialogLead>
      <AppLink full href={qrCode} data-main>
        {t('openApp')}
      </AppLink>
      <p className={styles.hint}>{t('cantOpen')}</p>
      <div className={styles.secret}>
        <code>{grouped(secret)}</code>
        <CopyButton text={secret} label={t('copyKey')} />
      </div>
      <Folded title={t('showQr')}>
        <Qr text={qrCode} />
      </Folded>
    </>
  );
};

/** What an authenticator app is, why it is needed, and where to get one. */
const About = ({ stores }: Pick<Props, 'stores'>) => {
  const { t } = useTranslation('twoFactor');
  return (
    <div className={styles.about}>
      <p>{t('whyApp')}</p>
      <Folded title={t('whatApp')}>
        <p>{t('whatAppText')}</p>
      </Folded>
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
    </div>
  );
};

/** Content that renders when it is opened. */
const Folded = ({ title, children }: { title: string; children: ReactNode }) => {
  const [open, setOpen] = useState(false);
  return (
    <details className={styles.folded} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {title}
        <PlusIcon className={styles.sign} />
      </summary>
      {open && children}
    </details>
  );
};
