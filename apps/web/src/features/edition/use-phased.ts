import type { PublicEdition } from '@laurel/contracts/public-edition';
import { useEffect, useMemo, useState } from 'react';
import { serverTime } from '../../lib/server-clock.ts';
import { inPhase, phaseOf } from './phase.ts';

const LOOK_EVERY_MS = 1_000;

/**
 * The edition as time goes by: it moves on to the next phase by itself when the moment comes. A look at the clock each
 * second, not one long timer: those stand still while a machine sleeps, and can't be longer than 24 days.
 */
export const usePhased = (given: PublicEdition): PublicEdition => {
  const [phase, setPhase] = useState(given.phase);
  useEffect(() => {
    const timer = window.setInterval(() => setPhase(phaseOf(given, serverTime())), LOOK_EVERY_MS);
    return () => window.clearInterval(timer);
  }, [given]);
  return useMemo(() => inPhase(given, phase), [given, phase]);
};
