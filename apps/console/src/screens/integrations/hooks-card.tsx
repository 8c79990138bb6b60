import { HOOK_EVENT_NAMES } from '@laurel/contracts/console/hook-events';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Chip } from '../../ui/chip.tsx';
import { ItemList } from '../../ui/item-list.tsx';
import { Empty } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import styles from './integrations.module.css';
import { eventKey, type Hook, hostOf } from './types.ts';

type Props = { hooks: readonly Hook[]; onAdd(): void; onResume(hook: Hook): void; onRemove(hook: Hook): void };

/** The addresses that are told of events. */
export const HooksCard = ({ hooks, onAdd, onResume, onRemove }: Props) => {
  const { t } = useTranslation('integrations');
  const add = (
    <Button small tone="main" onClick={onAdd}>
      {t('hooks.add')}
    </Button>
  );
  const stateOf = ({ offAt, failingSince }: Hook) => {
    if (offAt !== null) return <Chip tone="bad">{t('hooks.off')}</Chip>;
    return failingSince !== null && <Chip tone="warn">{t('hooks.failing')}</Chip>;
  };
  return (
    <Card title={t('hooks.title')} beside={add} tone={hooks.some(({ offAt }) => offAt !== null) ? 'bad' : 'plain'}>
      {hooks.length === 0 && <Empty title={t('hooks.none')}>{t('hooks.noneText')}</Empty>}
      <ItemList
        items={hooks.map((hook) => ({
          id: String(hook.id),
          title: hostOf(hook),
          chips: stateOf(hook),
          detail: (
            <>
              {hook.events.length === HOOK_EVENT_NAMES.length
                ? t('hooks.all')
                : hook.events.map((event) => t(eventKey(event))).join(' · ')}
              <br />
              {t('hooks.by', { by: hook.addedBy.replace(' (console)', '') })} <Time at={hook.addedAt} />
              {hook.offAt === null && hook.failingSince !== null && (
                <>
                  <br />
                  {t('hooks.failingSince')} <Time at={hook.failingSince} />
                </>
              )}
              {hook.offAt !== null && (
                <>
                  <br />
                  {t('hooks.offAt')} <Time at={hook.offAt} />
                </>
              )}
            </>
          ),
          action: (
            <div className={styles.actions}>
              {hook.offAt !== null && (
                <Button small onClick={() => onResume(hook)}>
                  {t('hooks.resume')}
                </Button>
              )}
              <Button
                small
                tone="danger"
                aria-label={t('hooks.removeTitle', { host: hostOf(hook) })}
                onClick={() => onRemove(hook)}
              >
                {t('hooks.remove')}
              </Button>
            </div>
          ),
        }))}
      />
    </Card>
  );
};
