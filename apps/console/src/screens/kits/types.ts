import type { readKits } from '@laurel/contracts/console/calls/kits';
import type { z } from 'zod';

export type Kit = z.output<typeof readKits.reply.schema>['nominees'][number];

/** The names of a nominee in the path of a call. */
export const paramsOf = ({ nomination, niche, company }: Kit) => ({ nomination, niche, company });
