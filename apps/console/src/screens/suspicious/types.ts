import type { readCluster } from '@laurel/contracts/console/calls/clusters';
import type { CallAnswer } from '../../lib/call.ts';

export type Cluster = CallAnswer<typeof readCluster>;
export type Member = Cluster['members'][number];

/** Who shares fewer of the reasons may stand in the cluster by chance. */
const FEW_REASONS = 2;
export const isWeak = ({ shares }: Member): boolean => shares.length < FEW_REASONS;
