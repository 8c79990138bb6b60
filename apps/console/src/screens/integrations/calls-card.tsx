import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Chip, type ChipTone } from '../../ui/chip.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Problem } from '../../ui/problem.tsx';
import type { Column } from '../../ui/table-props.ts';
import { Time } from '../../ui/time.tsx';
import styles from './integrations.module.css';
import { type Delivery, eventKey, type Hook, hostOf } from './types.ts';

const TONES: Readonly<Record<Delivery['state'], ChipTone>> = {
  waiting: 'plain',
  failing: 'warn',
  accepted: 'ok',
  given_up: 'bad',
};

type Props = { deliveries: readonly Delivery[]; hooks: readonly Hook[]; onAgain(delivery: Delivery): void };

/** The last calls of webhooks, with what became of them. */
export const CallsCard = ({ deliveries, hooks, onAgain }: Props) => {
  const { t } = useTranslation('integrations');
  const columns = useMemo((): readonly Column<Delivery>[] => {
    const to = new Map(hooks.map((hook) => [hook.id, hostOf(hook)]));
    return [
      {
        id: 'event',
        title: t('calls.event'),
        lead: true,
        cell: ({ type, hook }) => (
          <>
            {t(eventKey(type))}
            <span className={styles.small}>{to.get(hook)}</span>
          </>
        ),
      },
      {
        id: 'state',
        title: t('calls.state'),
        cell: ({ state, tries }) => (
          <>
            <Chip tone={TONES[state]}>{t(`calls.states.${state}`)}</Chip>
            {tries > 1 && <span className={styles.small}>{t('calls.tries', { count: tries })}</span>}
          </>
        ),
      },
      {
        id: 'problem',
        title: t('calls.problem'),
        cell: ({ problem }) => problem !== null && <Problem words={problem} />,
      },
      {
        id: 'when',
        title: t('calls.when'),
        cell: ({ at, state, dueAt }) => (
          <>
            <Time at={at} />
            {state === 'failing' && dueAt !== null && (
              <span className={styles.small}>
                {t('calls.next')} <Time at={dueAt} />
              </span>
            )}
          </>
        ),
      },
      {
        id: 'action',
        title: t('calls.action'),
        align: 'end',
        cell: (delivery) => (
          <Button
            small
            aria-label={t('calls.againNamed', { event: t(eventKey(delivery.type)) })}
            onClick={() => onAgain(delivery)}
          >
            {t('calls.again')}
          </Button>
        ),
      },
    ];
  }, [t, hooks, onAgain]);
  return (
    <Card title={t('calls.title')}>
      <DataTable label={t('calls.table')} items={deliveries} columns={columns} idOf={({ id }) => String(id)} />
    </Card>
  );
};
