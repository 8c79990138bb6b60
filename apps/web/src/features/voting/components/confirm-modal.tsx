import type { Vote } from '@laurel/contracts/records';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { DialogLead, DialogTitle, Stage } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import type { Choice } from '../flow.ts';
import { type Casting, useCast } from '../use-cast.ts';
import styles from './confirm-modal.module.css';

type Props = {
  vote: Vote;
  choice: Choice;
  notice?: string | undefined;
  casting: Casting;
  onCancel(): void;
};

/** Confirms a vote, which can't be changed afterwards. */
export const VoteConfirmModal = ({ vote, choice, notice, casting, onCancel }: Props) => {
  const { t } = useTranslation(['voting', 'common']);
  const { busy, isTooLate, news, submit } = useCast(casting);
  return (
    <Stage name="voteConfirm">
      {notice !== undefined && (
        <div className={styles.notice}>
          <Notice tone="ok">{notice}</Notice>
        </div>
      )}
      <div className={styles.choice}>
        <img src={choice.logo} alt="" width={72} height={72} />
        <DialogTitle roomy>{t('confirmTitle', { name: choice.nominee })}</DialogTitle>
      </div>
      <div className={styles.facts}>
        <dl>
          <dt>{t('nomination')}</dt>
          <dd>{choice.nomination}</dd>
          {choice.category !== undefined && (
            <>
              <dt>{t('category')}</dt>
              <dd>{choice.category}</dd>
            </>
          )}
        </dl>
      </div>
      {news && <Notice tone={news.tone}>{news.text}</Notice>}
      {!isTooLate && (
        <>
          <DialogLead>{t('confirmLead')}</DialogLead>
          <Button full busy={busy} onClick={() => void submit(vote)}>
            {t('cast')}
          </Button>
        </>
      )}
      {/* A vote can't be undone, so the way back has the focus first. */}
      <Button tone="plain" full data-main disabled={busy} onClick={onCancel}>
        {t(isTooLate ? 'common:close' : 'notYet')}
      </Button>
    </Stage>
  );
};
