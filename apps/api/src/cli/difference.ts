import type { TallyDifference } from '@laurel/database/guards';

/** Describes a nominee whose stored counts differ from its votes. */
export const differenceText = ({ nomineeId, votes, tally, held, excluded }: TallyDifference): string =>
  [
    `nominee ${nomineeId}: ${votes} votes, tally ${tally}`,
    ...(held === excluded ? [] : [`${held} excluded votes, their tally ${excluded}`]),
  ].join('; ');
