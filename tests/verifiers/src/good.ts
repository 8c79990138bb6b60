import { formatVerifierKey } from '@laurel/tlog/note';
import { type Case, goodNight, kept, promise, receipt } from './case.ts';
import { keyOf, ORIGIN, placeOf, WITNESSES, witnessOf } from './night.ts';
import { bundleOf, checkpointOf, formatBundle, itemOf, promisesOf, receiptOf } from './papers.ts';

/** A night without a fault, and papers of every kind. */
export const goodCase = async (): Promise<Case> => {
  const night = goodNight();
  const [bare = '', withItem = ''] = await promisesOf(night, [placeOf(1), placeOf(2), placeOf(33)]);
  const items = [
    itemOf(night, placeOf(2), await receiptOf(night, placeOf(2), 40), withItem),
    itemOf(night, placeOf(40), null),
  ];
  return {
    bundle: formatBundle(await bundleOf(night)),
    papers: [
      kept('empty.txt', await checkpointOf(night, 0)),
      kept('early.txt', await checkpointOf(night, 17)),
      kept('newest.txt', await checkpointOf(night)),
      receipt('receipt.txt', await receiptOf(night, placeOf(7))),
      receipt('early-receipt.txt', await receiptOf(night, placeOf(8), 25)),
      promise('promise.txt', bare),
      receipt('items.json', JSON.stringify(items)),
      receipt(
        'answer.json',
        JSON.stringify({ data: [itemOf(night, placeOf(50), await receiptOf(night, placeOf(50)))] }),
      ),
    ],
    key: formatVerifierKey((await keyOf(ORIGIN)).key),
    witnesses: [formatVerifierKey((await witnessOf(WITNESSES[2])).key)],
  };
};
