import type { Claims } from '../../lib/identity.ts';
import { findBar, findHolder, releaseClaims, takeClaim } from './store.ts';

/** Names, numbers and addresses held before they are proven. */
export const createClaims = (): Claims => ({
  hold: takeClaim,
  release: releaseClaims,
  holder: findHolder,
  isBarred: findBar,
});
