import type { Message } from '@laurel/contracts/console/calls/messages';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { costText } from '../../i18n/cost-text.ts';
import { useNumbers } from '../../i18n/numbers.ts';
import { usePurposeText } from '../../i18n/purpose-text.ts';
import { useMayDo } from '../../session/me.ts';
import { Button } from '../../ui/button.tsx';
import { Chip, type ChipTone } from '../../ui/chip.tsx';
import { Masked } from '../../ui/masked.tsx';
import { Problem } from '../../ui/problem.tsx';
import type { Column } from '../../ui/table-props.ts';
import { Time } from '../../ui/time.tsx';
import styles from './messages.module.css';

const TONES: Readonly<Record<Message['state'], ChipTone>> = {
  queued: 'plain',
  sent: 'ok',
  failed: 'warn',
  given_up: 'bad',
};

const placeOf = ({ country, provider }: Message): string => (country === null ? provider : `+${country} · ${provider}`);

/** The columns of the list. Only roles that need the recipients see them. */
export const useColumns = (onRetry: (message: Message) => void): readonly Column<Message>[] => {
  const { t } = useTranslation('messages');
  const { money } = useNumbers();
  const purposeText = usePurposeText();
  const seesRecipients = useMayDo('messages.recipients');
  const maySend = useMayDo('messages.send');
  return useMemo(() => {
    const what: Column<Message> = {
      id: 'what',
      title: t('columns.what'),
      lead: true,
      width: '24%',
      cell: (message) => (
        <>
          {purposeText(message.purpose)}
          <span className={styles.kind}>
            {t(`kinds.${message.kind}`)} · {placeOf(message)}
          </span>
        </>
      ),
    };
    const state: Column<Message> = {
      id: 'state',
      title: t('columns.state'),
      width: '17%',
      cell: ({ state: is, givenUp, tries }) => (
        <>
          <Chip tone={TONES[is]}>{t(`states.${is}`)}</Chip>
          {givenUp !== null && <span className={styles.detail}>{t(`why.${givenUp}`)}</span>}
          {tries > 1 && <span className={styles.detail}>{t('tries', { count: tries })}</span>}
        </>
      ),
    };
    const to: Column<Message> = {
      id: 'to',
      title: t('columns.to'),
      width: '15%',
      cell: ({ recipient, accountId }) =>
        accountId !== null && (
          <Link to="/voters/$id" params={{ id: accountId }} title={t('voter')}>
            {recipient === null ? t('voter') : <Masked text={recipient} />}
          </Link>
        ),
    };
    return [
      what,
      state,
      ...(seesRecipients ? [to] : []),
      {
        id: 'problem',
        title: t('columns.problem'),
        width: '22%',
        cell: ({ problem }) => problem !== null && <Problem words={problem} />,
      },
      {
        id: 'cost',
        title: t('columns.cost'),
        align: 'end',
        width: '5.5rem',
        cell: ({ cost }) => cost !== null && <span className={styles.number}>{costText([cost], money)}</span>,
      },
      {
        id: 'when',
        title: t('columns.when'),
        align: 'end',
        width: '8rem',
        cell: ({ changedAt }) => (
          <span className={styles.number}>
            <Time at={changedAt} />
          </span>
        ),
      },
      ...(maySend
        ? [
            {
              id: 'action',
              title: t('columns.action'),
              align: 'end' as const,
              cell: (message: Message) =>
                message.retryable && (
                  <Button
                    small
                    aria-label={t('retry.named', { what: purposeText(message.purpose) })}
                    onClick={() => onRetry(message)}
                  >
                    {t('retry.action')}
                  </Button>
                ),
            },
          ]
        : []),
    ];
  }, [t, money, purposeText, seesRecipients, maySend, onRetry]);
};
