// Faults in the receipts and promises that voters hand in.
import { formatProof, parseProof } from '@laurel/tlog/proof';
import { type Fault, goodNight, otherNight, type Paper, promise, receipt } from './case.ts';
import { keyOf, makeNight, ORIGIN, placeOf, rowOf } from './night.ts';
import { bundleOf, formatBundle, itemOf, promisesOf, receiptOf } from './papers.ts';

const goodBundle = async (): Promise<string> => formatBundle(await bundleOf(goodNight()));
const withPapers = async (papers: readonly Paper[]) => ({ bundle: await goodBundle(), papers });
const json = (value: unknown): string => JSON.stringify(value);

/** The night with one vote more, which the published log does not have. */
const longerNight = () =>
  otherNight(({ votes }) => ({
    votes: [...votes, { label: 'lost', category: 'best-tracker/all', nominee: 'north-star' }],
  }));
const LOST = placeOf(60);

export const PAPER_FAULTS: readonly Fault[] = [
  {
    name: 'a promise broken',
    finds: ['promise'],
    make: async () => {
      const [text = ''] = await promisesOf(longerNight(), [LOST, placeOf(3)]);
      return withPapers([promise('promise.txt', text)]);
    },
  },
  {
    name: 'a promise broken, with its opening',
    finds: ['promise'],
    make: async () => {
      const [text = ''] = await promisesOf(longerNight(), [LOST]);
      return withPapers([promise('item.json', json(itemOf(longerNight(), LOST, null, text)))]);
    },
  },
  {
    name: 'a promise broken, behind the same vote without one',
    finds: ['promise'],
    aside: ['clash', 'missing'],
    make: async () => {
      const [text = ''] = await promisesOf(longerNight(), [LOST]);
      const bare = json(itemOf(longerNight(), LOST, null));
      return withPapers([receipt('item.json', bare), promise('promise.txt', text)]);
    },
  },
  {
    name: 'a vote recorded and never logged, without a promise',
    finds: [],
    aside: ['missing'],
    make: async () => withPapers([receipt('item.json', json(itemOf(longerNight(), LOST, null)))]),
  },
  {
    name: 'one leaf for two voters, in two receipts',
    finds: [],
    aside: ['clash'],
    make: async () => {
      const text = await receiptOf(goodNight(), placeOf(12));
      return withPapers([receipt('one.txt', text), receipt('two.txt', text)]);
    },
  },
  {
    name: 'one leaf for two voters, in a promise and a receipt',
    finds: [],
    aside: ['clash'],
    make: async () => {
      const [text = ''] = await promisesOf(goodNight(), [placeOf(12)]);
      return withPapers([receipt('one.txt', await receiptOf(goodNight(), placeOf(12))), promise('two.txt', text)]);
    },
  },
  {
    name: 'one leaf for two voters, in one list',
    finds: [],
    aside: ['clash'],
    make: async () => {
      const item = itemOf(goodNight(), placeOf(12), null);
      return withPapers([receipt('list.json', json([item, item]))]);
    },
  },
  {
    name: 'a receipt signed with another key',
    finds: [],
    aside: ['receipt'],
    make: async () =>
      withPapers([
        receipt(
          'receipt.txt',
          await receiptOf(goodNight(), placeOf(5), undefined, { log: await keyOf(ORIGIN, 'thief') }),
        ),
      ]),
  },
  {
    name: 'a receipt with the leaf of another vote',
    finds: [],
    aside: ['receipt'],
    make: async () => {
      const proof = parseProof(await receiptOf(goodNight(), placeOf(5)));
      const { leaf } = rowOf({ label: 'nobody', category: 'best-tracker/all', nominee: 'orbit-crew' });
      return withPapers([receipt('receipt.txt', formatProof({ ...proof, extra: leaf }))]);
    },
  },
  {
    name: 'a receipt with another path',
    finds: [],
    aside: ['receipt'],
    make: async () => {
      const proof = parseProof(await receiptOf(goodNight(), placeOf(5)));
      return withPapers([receipt('receipt.txt', formatProof({ ...proof, hashes: proof.hashes.toReversed() }))]);
    },
  },
  {
    name: 'a receipt cut in its path',
    finds: [],
    aside: ['receipt'],
    make: async () => withPapers([receipt('receipt.txt', (await receiptOf(goodNight(), placeOf(5))).slice(0, 300))]),
  },
  {
    name: 'a receipt cut in its signatures',
    finds: [],
    aside: ['receipt'],
    make: async () => withPapers([receipt('receipt.txt', (await receiptOf(goodNight(), placeOf(5))).slice(0, -30))]),
  },
  {
    name: 'a receipt without the log’s signature',
    finds: [],
    aside: ['receipt'],
    make: async () => {
      const text = await receiptOf(goodNight(), placeOf(5));
      return withPapers([receipt('receipt.txt', text.replace(/\n— awards[^\n]*/, ''))]);
    },
  },
  {
    name: 'a receipt of another edition',
    finds: [],
    aside: ['receipt'],
    make: async () => {
      const other = makeNight({ ...goodNight().plan, origin: 'awards.example/log/2025' });
      return withPapers([receipt('receipt.txt', await receiptOf(other, placeOf(5)))]);
    },
  },
  {
    name: 'a receipt that opens to another vote',
    finds: [],
    aside: ['receipt'],
    make: async () => {
      const item = itemOf(goodNight(), placeOf(5), await receiptOf(goodNight(), placeOf(5)));
      return withPapers([receipt('item.json', json({ ...item, vote: 'late-comer' }))]);
    },
  },
  {
    name: 'a receipt that names another place',
    finds: [],
    aside: ['receipt'],
    make: async () => {
      const item = itemOf(goodNight(), placeOf(5), await receiptOf(goodNight(), placeOf(5)));
      return withPapers([receipt('item.json', json({ ...item, index: 6 }))]);
    },
  },
  {
    name: 'a promise signed with another key',
    finds: [],
    aside: ['receipt'],
    make: async () => {
      const [text = ''] = await promisesOf(longerNight(), [LOST], 'thief');
      return withPapers([promise('promise.txt', text)]);
    },
  },
];
