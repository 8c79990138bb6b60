import type { Claims } from './claims.port.ts';
import { findBar, findHolder, releaseClaims, takeClaim } from './claims.store.ts';

/** Claims: reservations of names, numbers and addresses that are not proven yet. */
export const createClaims = (): Claims => ({
  hold: takeClaim,
  release: releaseClaims,
  holder: findHolder,
  isBarred: findBar,
});
