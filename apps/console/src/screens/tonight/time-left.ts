import type { Tonight } from '@laurel/contracts/console/calls/tonight';
import { votingEndsAt } from '@laurel/contracts/phase';

const SECOND_MS = 1_000;
const DAY_SECONDS = 86_400;

/** The next change of the phase and its time; undefined if none is planned. */
export const nextPhaseTime = ({
  phase,
  phases,
}: Pick<Tonight, 'phase' | 'phases'>):
  | { what: 'nominatingIn' | 'opensIn' | 'closesIn' | 'announcedIn'; at: string }
  | undefined => {
  const { nominatingClosesAt, votingOpensAt, winnersAnnouncedAt } = phases;
  const closesAt = votingEndsAt(phases);
  if (phase === 'nominating' && nominatingClosesAt) return { what: 'nominatingIn', at: nominatingClosesAt };
  if (phase === 'scheduled' && votingOpensAt) return { what: 'opensIn', at: votingOpensAt };
  if (phase === 'open' && closesAt) return { what: 'closesIn', at: closesAt };
  if (phase === 'closed' && winnersAnnouncedAt) return { what: 'announcedIn', at: winnersAnnouncedAt };
  return undefined;
};

/** The days, hours, minutes and seconds until a moment; zeros once it has come. */
export const partsOf = (until: string, now: number) => {
  const seconds = Math.max(0, Math.ceil((Date.parse(until) - now) / SECOND_MS));
  return {
    days: Math.floor(seconds / DAY_SECONDS),
    hours: Math.floor((seconds % DAY_SECONDS) / 3_600),
    minutes: Math.floor((seconds % 3_600) / 60),
    seconds: seconds % 60,
  };
};
