import type { PublicEdition } from '@laurel/contracts/public-edition';
import { useEffect, useMemo, useState } from 'react';
import { serverTime } from '../../lib/server-clock.ts';
import { inPhase, phaseOf, type ShownEdition } from './phase.ts';

const LOOK_EVERY_MS = 1_000;

/**
 * The edition in its current phase; it changes to the next phase on time. The clock is checked every second instead of
 * with one long timer, which stops while the machine sleeps and is limited to 24 days.
 */
export const usePhased = (given: PublicEdition): ShownEdition => {
  const [phase, setPhase] = useState(given.phase);
  useEffect(() => {
    const timer = window.setInterval(() => setPhase(phaseOf(given, serverTime())), LOOK_EVERY_MS);
    return () => window.clearInterval(timer);
  }, [given]);
  return useMemo(() => inPhase(given, phase), [given, phase]);
};
