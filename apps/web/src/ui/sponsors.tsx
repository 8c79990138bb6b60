import { type ComponentType, lazy, Suspense } from 'react';
import type { SponsorRow } from './sponsor-row.tsx';

type Props = Parameters<typeof SponsorRow>[0];

/** Loads only for an award that has some. If its code fails to load, the rest of the page works without it. */
const Row = lazy<ComponentType<Props>>(() =>
  import('./sponsor-row.tsx').then(
    (loaded) => ({ default: loaded.SponsorRow }),
    () => ({ default: () => null }),
  ),
);

/** The sponsors of the award or of a category. */
export const Sponsors = (props: Props) => (
  <Suspense>
    <Row {...props} />
  </Suspense>
);
