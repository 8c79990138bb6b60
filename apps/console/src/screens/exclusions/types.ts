import type { readExclusion } from '@laurel/contracts/console/calls/exclusions';
import type { ExclusionPreview } from '@laurel/contracts/console/exclusion-records';
import type { CallAnswer } from '../../lib/call.ts';

export type Exclusion = CallAnswer<typeof readExclusion>;
export type CategoryEffect = ExclusionPreview['categories'][number];
