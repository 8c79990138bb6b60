import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { mayHaveVotes } from './difference-view.tsx';
import styles from './edition.module.css';
import type { Difference } from './types.ts';

export type PublishOrder = { reason: string; withdraw: boolean; expected: number };

type Props = {
  title: string;
  /** The label of the button that does it, and what it does. */
  action: string;
  text: string;
  difference: Difference;
  onPublish(order: PublishOrder): Promise<unknown>;
  onClose(): void;
};

/**
 * Says in numbers what publishing or proposing does, and asks for the reason. Withdraws nominees with votes only if a box is ticked.
 */
export const PublishDialog = ({ title, action, text, difference, onPublish, onClose }: Props) => {
  const { t } = useTranslation('edition');
  const id = useId();
  const [withdraw, setWithdraw] = useState(false);
  // The difference that the person saw. The server refuses to publish if there is another newest version of that year by then.
  const [{ added, restored, withdrawn, changesTotal, live, times }] = useState(difference);
  const lost = withdrawn.filter(mayHaveVotes);
  const isHidden = lost.some(({ votes }) => votes === null);
  const arriving = added.length + restored.length;
  const votes = lost.reduce((sum, nominee) => sum + (nominee.votes ?? 0), 0);
  return (
    <ReasonDialog
      title={title}
      action={action}
      tone={lost.length > 0 ? 'danger' : 'main'}
      ready={lost.length === 0 || withdraw}
      onClose={onClose}
      onConfirm={(reason) => onPublish({ reason, withdraw, expected: live ?? 0 })}
    >
      <p>
        {text} {arriving > 0 && `${t('publish.added', { count: arriving })} `}
        {withdrawn.length > 0 && `${t('publish.withdrawn', { count: withdrawn.length })} `}
        {changesTotal > 0 && `${t('publish.changes', { count: changesTotal })} `}
        {times && t('publish.times')}
      </p>
      {lost.length > 0 && (
        <label htmlFor={id} className={styles.withdraw}>
          <input id={id} type="checkbox" checked={withdraw} onChange={({ target }) => setWithdraw(target.checked)} />
          <span>
            {isHidden
              ? t('publish.withdrawHidden', { count: lost.length })
              : t('publish.withdraw', { count: lost.length, votes: t('votes', { count: votes }) })}
          </span>
        </label>
      )}
    </ReasonDialog>
  );
};
