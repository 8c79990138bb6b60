import type { Claims } from './claims.port.ts';
import { findBar, findHolder, releaseClaims, takeClaim } from './claims.store.ts';

/** Names, numbers and addresses held before they are proven. */
export const createClaims = (): Claims => ({
  hold: takeClaim,
  release: releaseClaims,
  holder: findHolder,
  isBarred: findBar,
});
