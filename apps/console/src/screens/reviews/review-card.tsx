import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Card } from '../../ui/card.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Masked } from '../../ui/masked.tsx';
import { Note } from '../../ui/note.tsx';
import { Time } from '../../ui/time.tsx';
import styles from './reviews.module.css';
import type { Review } from './types.ts';

/** What the account has proven so far, and whether it is suspended. */
const Proofs = ({ account }: { account: Review['account'] }) => {
  const { t } = useTranslation('reviews');
  const proofs = [
    ['email', account.emailProven],
    ['twoFactor', account.twoFactorReady],
    ['phone', account.phoneProven],
    ['telegram', account.telegramProven],
  ] as const;
  return (
    <span className={styles.chips}>
      {account.suspended && <Chip tone="bad">{t('suspended')}</Chip>}
      {proofs.map(([what, proven]) => (
        <Chip key={what} tone={proven ? 'ok' : 'plain'}>
          {t(proven ? `proof.${what}` : `noProof.${what}`)}
        </Chip>
      ))}
    </span>
  );
};

/** One name, with the facts that help to decide about it. */
export const ReviewCard = ({ review }: { review: Review }) => {
  const { t } = useTranslation('reviews');
  const { tag, account, proofCode } = review;
  return (
    <Card>
      <div className={styles.what}>
        <div className={styles.head}>
          <h2 className={styles.name} translate="no">
            @{tag}
          </h2>
          <a href={`https://www.instagram.com/${encodeURIComponent(tag)}/`} target="_blank" rel="noreferrer">
            {t('openProfile')}
            <span className="visually-hidden"> {t('newTab')}</span>
          </a>
        </div>
        {review.taken && <Note tone="bad">{t('taken')}</Note>}
        {!review.taken && review.otherAccounts > 0 && (
          <Note tone="warn">{t('otherAccounts', { count: review.otherAccounts })}</Note>
        )}
        <Facts
          items={[
            ...(proofCode === null
              ? []
              : [
                  {
                    name: t('code'),
                    value: (
                      <span className={styles.code} translate="no">
                        {proofCode}
                      </span>
                    ),
                  },
                ]),
            { name: t('submitted'), value: <Time at={review.submittedAt} /> },
            { name: t('waitsUntil'), value: <Time at={review.expiresAt} /> },
            { name: t('triesName'), value: t('tries', { count: review.tries }) },
            {
              name: t('account'),
              value: (
                <>
                  <Link to="/voters/$id" params={{ id: account.id }}>
                    <Masked text={account.email} />
                  </Link>{' '}
                  · {t('since')} <Time at={account.createdAt} show="date" />
                </>
              ),
            },
            { name: t('proofs'), value: <Proofs account={account} /> },
          ]}
        />
      </div>
    </Card>
  );
};
