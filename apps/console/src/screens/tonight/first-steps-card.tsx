import { type FirstStep, readFirstSteps } from '@laurel/contracts/console/calls/tonight';
import { useQuery } from '@tanstack/react-query';
import { type LinkProps, linkOptions } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { queryOf } from '../../lib/query.ts';
import { Card } from '../../ui/card.tsx';
import { Chip } from '../../ui/chip.tsx';
import { ItemList } from '../../ui/item-list.tsx';
import { LinkButton } from '../../ui/link-button.tsx';

/** The screen on which a step is done; undefined for one that is done on the server. */
const PLACES: Readonly<Record<FirstStep['step'], Pick<LinkProps, 'to'> | undefined>> = {
  texts: linkOptions({ to: '/edition' }),
  dates: linkOptions({ to: '/edition' }),
  nominees: linkOptions({ to: '/edition' }),
  mail: linkOptions({ to: '/messages' }),
  sms: linkOptions({ to: '/messages' }),
  owner: linkOptions({ to: '/team' }),
  restore: undefined,
};

/** What an award needs before its first vote. Renders nothing once all is done, and after that vote. */
export const FirstStepsCard = () => {
  const { t } = useTranslation('tonight');
  const { data } = useQuery(queryOf(readFirstSteps, {}));
  const steps = data?.steps ?? [];
  const done = steps.filter((each) => each.done).length;
  if (done === steps.length) return null;
  return (
    <Card title={t('first.title', { done, count: steps.length })}>
      <ItemList
        items={steps.map((each) => {
          const place = PLACES[each.step];
          return {
            id: each.step,
            title: t(`first.${each.step}.title`),
            chips: each.done ? <Chip tone="ok">{t('first.done')}</Chip> : undefined,
            detail: each.done ? undefined : t(`first.${each.step}.why`),
            action:
              each.done || !place ? undefined : (
                <LinkButton {...place} small aria-label={t('first.openNamed', { step: t(`first.${each.step}.title`) })}>
                  {t('first.open')}
                </LinkButton>
              ),
          };
        })}
      />
    </Card>
  );
};
