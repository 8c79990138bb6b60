import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Chip } from '../../ui/chip.tsx';
import { ItemList } from '../../ui/item-list.tsx';
import { Time } from '../../ui/time.tsx';
import { type Entries, isolated } from './types.ts';

type Props = { steps: Entries['steps']; onUndo: ((step: number) => unknown) | undefined };

/** What the team did last, each step with a button that takes it back. */
export const Steps = ({ steps, onUndo }: Props) => {
  const { t } = useTranslation('entries');
  const items = steps.map(({ id, kind, name, actor, at, reason, undone }) => ({
    id: String(id),
    title: `${t(`did.${kind}`)}: ${isolated(name)}`,
    chips: undone && <Chip>{t('undone')}</Chip>,
    detail: (
      <>
        {reason !== null && <q>{reason}</q>} {actor}, <Time at={at} />
      </>
    ),
    action: !undone && onUndo && (
      <Button small onClick={() => onUndo(id)}>
        <span>
          {t('act.undo')} <span className="visually-hidden">{name}</span>
        </span>
      </Button>
    ),
  }));
  return (
    <Card title={t('steps')}>
      <p>{t(steps.length === 0 ? 'noSteps' : 'stepsLead')}</p>
      <ItemList items={items} />
    </Card>
  );
};
