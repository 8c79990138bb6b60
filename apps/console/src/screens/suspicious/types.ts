import type { readCluster } from '@laurel/contracts/console/calls/clusters';
import type { CallAnswer } from '../../lib/call.ts';

export type Cluster = CallAnswer<typeof readCluster>;
export type Member = Cluster['members'][number];

/** Who shares fewer of the reasons may stand in the cluster by chance, unless nobody shares more. */
const FEW_REASONS = 2;
export const weakOf = ({ members }: Cluster): ReadonlySet<Member> => {
  const weak = new Set(members.filter(({ shares }) => shares.length < FEW_REASONS));
  return weak.size < members.length ? weak : new Set();
};
