import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

type Loaded = 'statisticsLoaded' | 'votesLoaded';

const LOADED: ReadonlyMap<unknown, Loaded> = new Map([
  ['statistics', 'statisticsLoaded'],
  ['my-votes', 'votesLoaded'],
]);

/**
 * Announces to screen readers that the percentages or the user's votes were loaded. A response without changes and
 * pushes of the socket are not announced.
 */
export const LoadedStatus = () => {
  const { t } = useTranslation('page');
  const client = useQueryClient();
  const [loaded, setLoaded] = useState<Loaded>();
  useEffect(() => {
    const announced = new Map<Loaded, unknown>();
    return client.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual) return;
      const what = LOADED.get(event.query.queryKey[1]);
      if (what === undefined || announced.get(what) === event.query.state.data) return;
      announced.set(what, event.query.state.data);
      setLoaded(what);
    });
  }, [client]);
  return (
    <p className="visually-hidden" role="status">
      {loaded && t(loaded)}
    </p>
  );
};
