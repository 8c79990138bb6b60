import type { OpenInstagram } from '@laurel/contracts/records';
import type { SocialNetwork, VerificationStatus } from '@laurel/contracts/verification';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiFailure } from '../../../lib/failure.ts';
import { NETWORK_NAMES } from '../../../lib/networks.ts';
import { DialogLead, DialogTitle, Stage } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Steps } from '../../../ui/steps.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { type Begun, readTelegramLink } from '../api.ts';
import { isInProgress } from '../flow.ts';
import { InstagramPanel } from './instagram-panel.tsx';
import { TelegramPanel } from './telegram-panel.tsx';

type Props = {
  /** The networks that the award offers, at least one. */
  networks: readonly SocialNetwork[];
  telegramChannel: string;
  instagramPage: string;
  /** The status of the current verification, or of the last one. */
  status: VerificationStatus | undefined;
  /** The code that proves an Instagram name, if known. */
  proofCode: string | undefined;
  /** The Instagram verification that the server has, which may be another device's. */
  openInstagram: OpenInstagram | undefined;
  /** The tab that is open at first; else the one of the current verification. */
  network?: SocialNetwork;
  notice?: string | undefined;
  /** Why the step is required. */
  reason?: string | undefined;
  steps: number;
  onBegun(begun: Begun): void;
  /** Called when no attempt is left or the account is another person's (SO-02). */
  onBlocked(failure: ApiFailure): void;
  onVerified(): void;
};

/** Verifies one social account: with the Telegram bot, or with an Instagram username. */
export const SocialModal = ({
  networks,
  status,
  notice,
  reason,
  steps,
  network: first,
  onVerified,
  ...rest
}: Props) => {
  const { t } = useTranslation('social');
  const link = readTelegramLink(useNow());
  const [chosen, setChosen] = useState<SocialNetwork | undefined>(first);
  const [begun, setBegun] = useState<SocialNetwork>();
  const [done, setDone] = useState(false);
  // A verification in progress is Telegram's unless it is known to be Instagram's: a Telegram link may expire before
  // the end.
  const isInstagram = begun === 'instagram' || rest.openInstagram !== undefined || rest.proofCode !== undefined;
  const isTelegram = link !== undefined || status === undefined || (isInProgress(status) && !isInstagram);
  const current: SocialNetwork = isTelegram ? 'telegram' : 'instagram';
  const [only] = networks.length === 1 ? networks : [];
  const network = only ?? chosen ?? current;
  const mine = network === current ? status : undefined;
  const instagram = mine === undefined ? rest.openInstagram : { verificationStatus: mine, proofCode: rest.proofCode };

  const begin = (of: SocialNetwork) => (verification: Begun) => {
    setBegun(of);
    rest.onBegun(verification);
  };
  const finish = useEffectEvent(() => {
    setDone(true);
    onVerified();
  });
  useEffect(() => {
    if (status === 'VERIFIED') finish();
  }, [status]);

  if (done || status === 'VERIFIED') {
    return (
      <Stage name="verified">
        <Steps step={4} total={steps} />
        <DialogTitle>{t('title')}</DialogTitle>
        <Notice tone="ok">{t('verified')}</Notice>
      </Stage>
    );
  }
  const panel =
    network === 'telegram' ? (
      <TelegramPanel
        channel={rest.telegramChannel}
        link={mine === 'NOT_VERIFIED' ? undefined : link?.link}
        status={mine}
        alone={only !== undefined}
        onBegun={begin('telegram')}
        onBlocked={rest.onBlocked}
      />
    ) : (
      <InstagramPanel
        page={rest.instagramPage}
        status={instagram?.verificationStatus}
        alone={only !== undefined}
        proofCode={instagram?.proofCode}
        onBegun={begin('instagram')}
        onBlocked={rest.onBlocked}
      />
    );
  return (
    <Stage name="social">
      <Steps step={4} total={steps} />
      <DialogTitle>{t('title')}</DialogTitle>
      {notice !== undefined && status === undefined && <Notice tone="ok">{notice}</Notice>}
      {reason !== undefined && status === undefined && <Notice tone="bad">{reason}</Notice>}
      {only === undefined && <DialogLead>{t('lead')}</DialogLead>}
      {only === undefined ? (
        <Tabs
          even
          label={t('networks')}
          tabs={networks.map((value) => ({ value, label: NETWORK_NAMES[value] }))}
          value={network}
          onChange={(value) => setChosen(networks.find((each) => each === value))}
        >
          {panel}
        </Tabs>
      ) : (
        panel
      )}
    </Stage>
  );
};
