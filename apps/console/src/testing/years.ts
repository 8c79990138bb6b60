import type { ListedYear, listEditions } from '@laurel/contracts/console/calls/years';
import type { CallAnswer } from '../lib/call.ts';

const edition = (year: number, more: Partial<ListedYear>): ListedYear => ({
  year,
  state: 'current',
  versions: 3,
  endedAt: null,
  switchAt: null,
  switchBy: null,
  ...more,
});

/** An answer of GET /editions: 2026 is live, 2025 archived, and 2027 prepared. */
export const yearsOf = (
  next: Partial<ListedYear> = {},
  refused: 'open' | 'log' | null = null,
): CallAnswer<typeof listEditions> => ({
  editions: [
    edition(2027, { state: 'draft', versions: 1, ...next }),
    edition(2026, {}),
    edition(2025, { state: 'archived', endedAt: '2026-01-10T10:00:00.000Z' }),
  ],
  refused,
});

/** The same after the switch to 2027. */
export const SWITCHED: CallAnswer<typeof listEditions> = {
  editions: [edition(2027, { versions: 1 }), edition(2026, { state: 'archived', endedAt: '2026-12-01T10:00:00.000Z' })],
  refused: null,
};
