import type { readKits } from '@laurel/contracts/console/calls/kits';
import type { z } from 'zod';

export type Kit = z.output<typeof readKits.reply>['nominees'][number];
