import type { Claims } from '../../lib/identity.ts';
import { deleteClaims, findHolder, takeClaim } from './store.ts';

/** Names, numbers and addresses held before they are proven. */
export const createClaims = (): Claims => ({ hold: takeClaim, release: deleteClaims, holder: findHolder });
