import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { stored } from '../../../lib/stored.ts';
import { DialogLead, DialogTitle, Stage } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Steps } from '../../../ui/steps.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { endEvent, readTelegramLink } from '../api.ts';
import { InstagramPanel } from './instagram-panel.tsx';
import { TelegramPanel } from './telegram-panel.tsx';
import { useVerification } from './use-verification.ts';

type Network = 'telegram' | 'instagram';
type Props = {
  telegramChannel: string;
  instagramPage: string;
  notice?: string | undefined;
  steps: number;
  onVerified(): void;
};

/** Connects one social account: by the bot in Telegram, or by a username on Instagram. */
export const SocialModal = ({ telegramChannel, instagramPage, notice, steps, onVerified }: Props) => {
  const { t } = useTranslation('social');
  const now = useNow();
  const link = readTelegramLink(now);
  const [eventId, setEventId] = useState(() => stored.socialRequestId.read());
  const [network, setNetwork] = useState<Network>(eventId !== undefined && !link ? 'instagram' : 'telegram');
  // The event is one network's: the other tab has nothing under way.
  const [eventOf, setEventOf] = useState<Network | undefined>(eventId === undefined ? undefined : network);
  const status = useVerification(eventId);

  const finish = useEffectEvent(() => {
    endEvent();
    onVerified();
  });
  useEffect(() => {
    if (status === 'VERIFIED') finish();
  }, [status]);

  const start = (id: string, of: Network) => {
    setEventId(id);
    setEventOf(of);
  };
  const mine = eventOf === network ? status : undefined;

  if (status === 'VERIFIED') {
    return (
      <Stage name="verified">
        <Steps step={4} total={steps} />
        <DialogTitle>{t('title')}</DialogTitle>
        <Notice tone="ok">{t('verified')}</Notice>
      </Stage>
    );
  }
  return (
    <Stage name="social">
      <Steps step={4} total={steps} />
      <DialogTitle>{t('title')}</DialogTitle>
      {notice !== undefined && status === undefined && <Notice tone="ok">{notice}</Notice>}
      <DialogLead>{t('lead')}</DialogLead>
      <Tabs
        even
        label={t('networks')}
        tabs={[
          { value: 'telegram', label: 'Telegram' },
          { value: 'instagram', label: 'Instagram' },
        ]}
        value={network}
        onChange={(value) => setNetwork(value === 'instagram' ? 'instagram' : 'telegram')}
      >
        {network === 'telegram' ? (
          <TelegramPanel
            channel={telegramChannel}
            link={link?.link}
            status={mine}
            onLink={(id) => start(id, 'telegram')}
          />
        ) : (
          <InstagramPanel page={instagramPage} status={mine} onSubmitted={(id) => start(id, 'instagram')} />
        )}
      </Tabs>
    </Stage>
  );
};
