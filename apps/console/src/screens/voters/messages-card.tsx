import { useTranslation } from 'react-i18next';
import { usePurposeText } from '../../i18n/purpose-text.ts';
import { Card } from '../../ui/card.tsx';
import { Chip, type ChipTone } from '../../ui/chip.tsx';
import { ItemList } from '../../ui/item-list.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Time } from '../../ui/time.tsx';
import type { Voter } from './types.ts';
import styles from './voters.module.css';

const TONES: Readonly<Record<Voter['messages'][number]['state'], ChipTone>> = {
  queued: 'warn',
  sent: 'ok',
  failed: 'bad',
  given_up: 'bad',
};

/** The messages to the person, each with its state, and with the provider's words if it failed. */
const Messages = ({ voter }: { voter: Voter }) => {
  const { t } = useTranslation('voters');
  const purposeText = usePurposeText();
  return (
    <ItemList
      items={voter.messages.map(({ id, at, kind, purpose, state, problem, givenUp }) => ({
        id,
        title: purposeText(purpose),
        chips: <Chip tone={TONES[state]}>{t(`messages.states.${state}`)}</Chip>,
        detail: (
          <>
            {t(`messages.kinds.${kind}`)} · <Time at={at} />
            {givenUp !== null && <span className={styles.under}>{t(`messages.givenUp.${givenUp}`)}</span>}
            {problem !== null && <Problem words={problem} />}
          </>
        ),
      }))}
    />
  );
};

/** The messages to the person, and the states of the codes in them. */
export const MessagesCard = ({ voter }: { voter: Voter }) => {
  const { t } = useTranslation('voters');
  const purposeText = usePurposeText();
  return (
    <Card title={t('messages.title')}>
      {voter.messages.length === 0 && <p>{t('messages.none')}</p>}
      <Messages voter={voter} />
      {voter.smsToday > 0 && <p>{t('messages.smsToday', { count: voter.smsToday })}</p>}
      {voter.codes.length > 0 && <h3 className={styles.part}>{t('codes.title')}</h3>}
      <ItemList
        items={voter.codes.map(({ at, kind, state, wrong }, index) => ({
          id: `${at} ${index}`,
          title: purposeText(kind),
          chips: <Chip tone={state === 'used' ? 'ok' : 'plain'}>{t(`codes.states.${state}`)}</Chip>,
          detail: (
            <>
              <Time at={at} />
              {wrong > 0 && (
                <>
                  {' '}
                  · <span className={styles.piece}>{t('codes.wrong', { count: wrong })}</span>
                </>
              )}
            </>
          ),
        }))}
      />
    </Card>
  );
};
