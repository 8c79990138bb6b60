import type { Claims } from './claims.port.ts';
import { findBar, findHolder, releaseClaims, takeClaim } from './claims.store.ts';

export const createClaims = (): Claims => ({
  hold: takeClaim,
  release: releaseClaims,
  holder: findHolder,
  isBarred: findBar,
});
