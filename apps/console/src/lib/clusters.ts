import type { ClusterSummary } from '@laurel/contracts/console/calls/clusters';
import { CERTAINTIES } from '@laurel/contracts/console/cluster-records';

const EFFECTS: readonly ClusterSummary['effect'][] = ['winner', 'place', 'none'];

const weight = ({ effect, certainty }: ClusterSummary): number =>
  EFFECTS.indexOf(effect) * CERTAINTIES.length + CERTAINTIES.indexOf(certainty);

/** Whether an embargo hides nominees and places. */
export const isHidden = (clusters: readonly ClusterSummary[]): boolean =>
  clusters.some(({ choices }) => choices === null);

/** By effect on the result, then by certainty, then by size; under an embargo by size alone. */
export const inOrder = (clusters: readonly ClusterSummary[]): readonly ClusterSummary[] => {
  const hidden = isHidden(clusters);
  return clusters.toSorted((one, other) => (hidden ? 0 : weight(one) - weight(other)) || other.people - one.people);
};

/** Whether something speaks for them, and they are not likely to be a farm. */
export const looksHonest = ({ against, certainty }: ClusterSummary): boolean =>
  against.length > 0 && certainty !== 'likely';
