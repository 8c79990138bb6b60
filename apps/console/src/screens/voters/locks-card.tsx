import { useTranslation } from 'react-i18next';
import { useNumbers } from '../../i18n/numbers.ts';
import { Card } from '../../ui/card.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Time } from '../../ui/time.tsx';
import type { Voter } from './types.ts';

/** The attempts that limits count for this person, and which limits are reached. */
export const LocksCard = ({ voter }: { voter: Voter }) => {
  const { t } = useTranslation('voters');
  const { count } = useNumbers();
  const locked = voter.tries.some((each) => each.locked);
  return (
    <Card title={t('locks.title')} tone={locked ? 'warn' : 'plain'}>
      {voter.tries.length === 0 ? (
        <p>{t('locks.none')}</p>
      ) : (
        <Facts
          items={voter.tries.map((each) => ({
            name: t(`tries.${each.what}`),
            value: (
              <>
                {t('locks.of', { count: count(each.count), limit: count(each.limit) })}{' '}
                {each.locked && <Chip tone="bad">{t('locks.locked')}</Chip>} {t('locks.until')} <Time at={each.until} />
              </>
            ),
          }))}
        />
      )}
    </Card>
  );
};
