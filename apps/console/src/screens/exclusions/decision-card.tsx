import { LANGUAGES } from '@laurel/contracts/languages';
import { useTranslation } from 'react-i18next';
import { Card } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Time } from '../../ui/time.tsx';
import styles from './exclusions.module.css';
import { SelectionFacts } from './selection-facts.tsx';
import type { Exclusion } from './types.ts';

type Step = { at: string | null; by: string | null };

const Taken = ({ at, by }: Step) =>
  at === null ? null : (
    <>
      {by}, <Time at={at} />
    </>
  );

/** The criteria and the reasons of an exclusion, and who took which step. */
export const DecisionCard = ({ exclusion }: { exclusion: Exclusion }) => {
  const { t } = useTranslation('exclusions');
  const { proposed, decided, applied, undoProposed, undone, state, publicReason, reason, evidence, selection } =
    exclusion;
  const steps = [
    { name: t('decision.proposed'), step: proposed },
    { name: t(state === 'refused' ? 'decision.refused' : 'decision.approved'), step: decided },
    { name: t('decision.applied'), step: applied },
    { name: t('decision.undoProposed'), step: undoProposed },
    { name: t('decision.undone'), step: undone },
  ].filter(({ step }) => step.at !== null);
  return (
    <Card title={t('decision.title')}>
      <h3 className={styles.part}>{t('decision.selection')}</h3>
      <SelectionFacts selection={selection} />
      <h3 className={styles.part}>{t('decision.reasons')}</h3>
      <Facts
        items={[
          ...LANGUAGES.map((language) => ({
            name: t(`decision.public.${language}`),
            value: <span lang={language}>{publicReason[language]}</span>,
          })),
          { name: t('decision.internal'), value: reason },
          ...(evidence === null ? [] : [{ name: t('decision.evidence'), value: evidence }]),
        ]}
      />
      <h3 className={styles.part}>{t('decision.steps')}</h3>
      <Facts items={steps.map(({ name, step }) => ({ name, value: <Taken {...step} /> }))} />
    </Card>
  );
};
