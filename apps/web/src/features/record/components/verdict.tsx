import type { Receipt } from '@laurel/contracts/calls/receipts';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/language.ts';
import { useRecordTexts } from '../../../i18n/record-texts.ts';
import { formatInteger } from '../../../lib/numbers.ts';
import { saveText } from '../../../lib/share.ts';
import { Button } from '../../../ui/button.tsx';
import { CheckIcon } from '../../../ui/icons.tsx';
import { receiptName, type Verdict } from '../flow.ts';
import styles from './verdict.module.css';

export type VerdictProps = {
  verdict: Verdict;
  /** The name of the nominee; undefined if the site names none. */
  nominee: string | undefined;
  /** The receipt, whose proof can be saved if it has one. */
  receipt: Receipt | undefined;
};

const Facts = ({ verdict, nominee }: { verdict: Extract<Verdict, { is: 'recorded' }>; nominee: string }) => {
  const { t } = useTranslation('record');
  const language = useLanguage();
  const { index, size, own, before, cosigned, witnesses } = verdict;
  const facts: readonly (readonly [text: string, good: boolean])[] = [
    [t('choice', { name: nominee }), true],
    [own ? t('own') : t('notOwn'), own],
    [t('place', { place: formatInteger(index + 1, language), size: formatInteger(size, language) }), true],
    [t('signed'), true],
    [before > 0 ? t('continues') : t('first'), before > 0],
    [witnesses > 0 ? t('cosigned', { cosigned, count: witnesses }) : t('alone'), cosigned > 0],
  ];
  return (
    <ul className={styles.facts}>
      {facts.map(([text, good]) => (
        <li key={text} className={good ? styles.good : undefined}>
          {good ? <CheckIcon /> : <i />}
          {text}
        </li>
      ))}
    </ul>
  );
};

/** The outcome of a check in plain words, and the advice what to do. */
export const VerdictView = ({ verdict, nominee = '', receipt }: VerdictProps) => {
  useRecordTexts();
  const { t } = useTranslation('record');
  const language = useLanguage();
  const about = `/record?lang=${language}`;
  const proof = receipt?.proof;
  const saveReceipt = receipt !== undefined && typeof proof === 'string' && (
    <Button tone="ghost" full onClick={() => saveText(receiptName(receipt), proof)}>
      {t('save')}
    </Button>
  );
  if (verdict.is === 'recorded') {
    return (
      <div className={styles.verdict} role="status">
        <p className={styles.title}>{t('recorded')}</p>
        <Facts verdict={verdict} nominee={nominee} />
        {saveReceipt}
        <p className={styles.small}>{t('saved')}</p>
        <p className={styles.small}>
          {t('meaning')} <a href={about}>{t('more')}</a>
        </p>
      </div>
    );
  }
  if (verdict.is === 'wrong') {
    const { fault, evidence } = verdict;
    return (
      <div className={styles.verdict} data-wrong role="alert">
        <p className={styles.title}>{t(`fault.${fault}.title`)}</p>
        <p>{t(`fault.${fault}.text`)}</p>
        <p>{t('todo')}</p>
        <Button tone="ghost" full onClick={() => saveText(`evidence-${fault}.json`, evidence)}>
          {t('saveEvidence')}
        </Button>
        {saveReceipt}
        <p className={styles.small}>
          <a href={about}>{t('aboutRecord')}</a>
        </p>
      </div>
    );
  }
  return (
    <div className={styles.verdict} role="status">
      <p>{t(verdict.is)}</p>
      {verdict.is === 'unsupported' && saveReceipt}
    </div>
  );
};
