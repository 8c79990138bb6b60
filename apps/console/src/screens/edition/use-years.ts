import { listEditions } from '@laurel/contracts/console/calls/years';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { queryOf } from '../../lib/query.ts';
import { serverClock } from '../../lib/server-clock.ts';
import { meQuery, useMe } from '../../session/me.ts';
import { showToast } from '../../ui/toast.tsx';
import type { Years } from './types.ts';
import { liveYearOf, switchStateOf } from './years.ts';

const REFRESH_MS = 30_000;
/** While the server switches to another edition, for which it starts its site again. */
const SWITCHING_MS = 1_000;

/** The switch that is planned or goes on. It ends once the site serves the live edition, which is shortly after that is the live one. */
const findSwitch = ({ editions, refused }: Years, { asked, served }: { asked: number | undefined; served: number }) => {
  const now = serverClock.at(Date.now());
  const live = liveYearOf({ editions });
  if (live !== undefined && live !== served) return { year: live, state: 'running' as const };
  return editions
    .map(({ year, switchAt }) => ({ year, state: switchStateOf({ year, switchAt }, { refused, asked, now }) }))
    .find(({ state }) => state !== 'none');
};

/** Says that the site serves the edition of another year, and loads everything again. */
const useSwitchNews = (served: number): void => {
  const { t } = useTranslation('edition');
  const queryClient = useQueryClient();
  const before = useRef(served);
  useEffect(() => {
    if (served === before.current) return;
    before.current = served;
    showToast(t('years.switched', { year: served }));
    void queryClient.invalidateQueries();
  }, [served, queryClient, t]);
};

/**
 * The editions of all years, the year that the site serves, and the switch that is planned or goes on.
 * @param asked the year to which this page asked to switch now
 */
export const useYears = (asked: number | undefined) => {
  const served = useMe().award.year;
  const query = useQuery({
    ...queryOf(listEditions, {}),
    refetchInterval: ({ state: { data } }) =>
      data && findSwitch(data, { asked, served })?.state === 'running' ? SWITCHING_MS : REFRESH_MS,
  });
  const planned = query.data && findSwitch(query.data, { asked, served });
  useQuery({ ...meQuery, ...(planned?.state === 'running' ? { refetchInterval: SWITCHING_MS } : {}) });
  useSwitchNews(served);
  return { query, served, planned };
};
