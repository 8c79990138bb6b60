import { useTranslation } from 'react-i18next';
import { Card } from '../../ui/card.tsx';
import { Chip, type ChipTone } from '../../ui/chip.tsx';
import { ItemList } from '../../ui/item-list.tsx';
import { Time } from '../../ui/time.tsx';
import type { Voter } from './types.ts';

type Attempt = Voter['attempts'][number];

const TONES: Readonly<Record<Attempt['status'], ChipTone>> = {
  VERIFIED: 'ok',
  NOT_VERIFIED: 'bad',
  RETRY: 'warn',
  IN_PROGRESS: 'warn',
};
const NETWORKS = { INSTAGRAM_SUBSCRIPTION: 'Instagram', TELEGRAM_SUBSCRIPTION: 'Telegram' } as const;
const EVENTS = [
  'register',
  'login',
  'verify_email',
  'verify_otp',
  'reset_password',
  'request_phone',
  'confirm_phone',
  'submit_instagram',
  'telegram_link',
] as const;

/** What the person did and tried lately, and what the team did for the person, the newest first. */
export const LatelyCard = ({ voter }: { voter: Voter }) => {
  const { t } = useTranslation('voters');
  const eventText = (event: string): string => {
    const known = EVENTS.find((each) => each === event);
    return known === undefined ? event : t(`events.${known}`);
  };
  const items = [
    ...voter.attempts.map(({ at, what, status }) => ({
      at,
      title: NETWORKS[what],
      chips: <Chip tone={TONES[status]}>{t(`attempts.${status}`)}</Chip>,
      said: undefined,
    })),
    ...voter.activity.map(({ at, event }) => ({ at, title: eventText(event), chips: undefined, said: undefined })),
    ...voter.help.map(({ at, action, by, reason }) => ({
      at,
      title: t(`help.${action}`),
      chips: undefined,
      said: reason === null ? by : `${by}: ${reason}`,
    })),
  ].toSorted((one, other) => (one.at < other.at ? 1 : -1));
  return (
    <Card title={t('lately')}>
      {items.length === 0 && <p>{t('nothingLately')}</p>}
      <ItemList
        items={items.map(({ at, title, chips, said }, index) => ({
          id: `${at} ${index}`,
          title,
          chips,
          detail: (
            <>
              <Time at={at} />
              {said !== undefined && <> · {said}</>}
            </>
          ),
        }))}
      />
    </Card>
  );
};
