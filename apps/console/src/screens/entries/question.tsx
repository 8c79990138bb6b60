import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../ui/card.tsx';
import styles from './entries.module.css';
import { type Details, isolated } from './types.ts';

type Props = { people: number; near: Details['near'][number]; children: ReactNode };

/** Asks whether a candidate that is alike is the same, with the sum of people that a merge makes. */
export const Question = ({ people, near, children }: Props) => {
  const { t } = useTranslation('entries');
  const both = people + near.people - near.together;
  return (
    <Card tone="warn">
      <div className={styles.question}>
        <div>
          <h3>{t('same', { name: isolated(near.name) })}</h3>
          <p>
            {t(near.sameLink ? 'alikeAndLink' : 'alike', near)} {near.state !== 'open' && t(`was.${near.state}`)}
          </p>
          <p>
            {t('people', { count: people })} + {near.people}
            {both > 0 && `, ${t('both', { count: both })}`} = <b>{near.together}</b>
          </p>
        </div>
        <div className={styles.buttons}>{children}</div>
      </div>
    </Card>
  );
};
