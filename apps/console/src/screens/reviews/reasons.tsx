import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../ui/card.tsx';
import { Select } from '../../ui/field.tsx';
import styles from './reviews.module.css';

const REASONS = {
  approve: ['follows', 'proved', 'known'],
  reject: ['noFollow', 'noProfile', 'private', 'notTheirs'],
} as const;
type Chosen = { [Verdict in keyof typeof REASONS]: (typeof REASONS)[Verdict][number] };

/** The reasons that the audit log gets with each decision. They are chosen once for many names. */
export const useReasons = () => {
  const { t } = useTranslation('reviews');
  const [chosen, setChosen] = useState<Chosen>({ approve: 'follows', reject: 'noFollow' });
  return {
    chosen,
    choose: (part: Partial<Chosen>): void => setChosen((before) => ({ ...before, ...part })),
    texts: {
      approve: t(`reasons.${chosen.approve}`),
      reject: t(`reasons.${chosen.reject}`),
      undo: t('reasons.undo'),
    },
  };
};

/** Chooses the reasons of the next decisions. */
export const Reasons = ({ chosen, choose }: Omit<ReturnType<typeof useReasons>, 'texts'>) => {
  const { t } = useTranslation('reviews');
  const optionsOf = (reasons: readonly Chosen[keyof Chosen][]) =>
    reasons.map((value) => ({ value, label: t(`reasons.${value}`) }));
  return (
    <Card title={t('reasons.title')}>
      <p>{t('reasons.lead')}</p>
      <div className={styles.reasons}>
        <Select
          label={t('reasons.approve')}
          value={chosen.approve}
          options={optionsOf(REASONS.approve)}
          onChange={({ target }) => {
            const approve = REASONS.approve.find((each) => each === target.value);
            if (approve !== undefined) choose({ approve });
          }}
        />
        <Select
          label={t('reasons.reject')}
          value={chosen.reject}
          options={optionsOf(REASONS.reject)}
          onChange={({ target }) => {
            const reject = REASONS.reject.find((each) => each === target.value);
            if (reject !== undefined) choose({ reject });
          }}
        />
      </div>
    </Card>
  );
};
