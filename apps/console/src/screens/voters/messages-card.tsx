import { useTranslation } from 'react-i18next';
import { Card } from '../../ui/card.tsx';
import { Chip, type ChipTone } from '../../ui/chip.tsx';
import { ItemList } from '../../ui/item-list.tsx';
import { Moment } from '../../ui/moment.tsx';
import type { Voter } from './types.ts';
import styles from './voters.module.css';

type Message = Voter['messages'][number];

const TONES: Readonly<Record<Message['state'], ChipTone>> = { queued: 'warn', sent: 'ok', failed: 'bad' };

/** The codes that were sent to the person, whether they left, and what became of them. */
export const MessagesCard = ({ voter }: { voter: Voter }) => {
  const { t } = useTranslation('voters');
  return (
    <Card title={t('messages.title')}>
      {voter.messages.length === 0 && <p>{t('messages.none')}</p>}
      <ItemList
        items={voter.messages.map((message, index) => ({
          id: `${message.at} ${index}`,
          title: t(`messages.kinds.${message.kind}`),
          chips: <Chip tone={TONES[message.state]}>{t(`messages.states.${message.state}`)}</Chip>,
          detail: (
            <>
              {t(`messages.channels.${message.channel}`)} · <Moment at={message.at} /> ·{' '}
              <span className={styles.piece}>{t(`messages.codes.${message.code}`)}</span>
              {message.tries > 0 && (
                <>
                  {' '}
                  · <span className={styles.piece}>{t('messages.wrong', { count: message.tries })}</span>
                </>
              )}
            </>
          ),
        }))}
      />
      {voter.smsToday > 0 && <p>{t('messages.smsToday', { count: voter.smsToday })}</p>}
    </Card>
  );
};
