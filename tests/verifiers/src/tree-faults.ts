// Faults in signatures, keys, witnesses and trees.
import { formatVerifierKey } from '@laurel/tlog/note';
import type { Signer } from '@laurel/tlog/port';
import { type Case, changedHeader, type Fault, goodNight, kept, otherNight, receipt, replaced } from './case.ts';
import { keyOf, makeNight, type Night, ORIGIN, placeOf, QUORUM, WITNESSES, witnessOf } from './night.ts';
import { bundleOf, checkpointOf, formatBundle, receiptOf, type Signing } from './papers.ts';

/** A size in the middle of the votes. */
const EARLY = 40;

const vkeyOf = ({ key }: Signer): string => formatVerifierKey(key);
const bundleText = async (night: Night, signing?: Signing) => formatBundle(await bundleOf(night, signing));

/** A log in which the vote of a person became another one, and everything after it was written again. */
const rewrittenFrom = (vote: number): Night =>
  otherNight(({ votes }) => ({
    votes: replaced(votes, vote, ({ label, category }) => ({
      label: `rewritten ${label}`,
      category,
      nominee: 'silver-fox',
    })),
  }));

/** The order of the curve's group (RFC 8032). */
const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;

/** Adds the order to S: careless verifiers accept that too. */
const withLargerHalf = (base64: string): string => {
  const octets = Buffer.from(base64, 'base64');
  const half = octets.subarray(36).reverse();
  const sum = (BigInt(`0x${half.toString('hex')}`) + ORDER).toString(16).padStart(64, '0');
  Buffer.from(sum, 'hex').reverse().copy(octets, 36);
  return octets.toString('base64');
};

const listed = async (signers: readonly Promise<Signer>[]): Promise<string[]> =>
  (await Promise.all(signers)).map(vkeyOf);

/** The list of witnesses with a thief's key in the place of the second's, and signatures that fit. */
const swappedWitness = async () => {
  const [one, two, three] = WITNESSES;
  const signers = [await witnessOf(one), await witnessOf(two, 'thief')];
  return { signing: { witnesses: signers }, witnesses: [...signers, await witnessOf(three)].map(vkeyOf) };
};

export const TREE_FAULTS: readonly Fault[] = [
  {
    name: 'the tree rewritten from leaf n, with a checkpoint that somebody kept',
    finds: ['fork'],
    make: async () => ({
      bundle: await bundleText(rewrittenFrom(20)),
      papers: [kept('kept.txt', await checkpointOf(goodNight(), EARLY))],
    }),
  },
  {
    name: 'the leaves changed after n, where a kept checkpoint says so',
    finds: ['root', 'result'],
    make: async (): Promise<Case> => {
      const bundle = await bundleOf(goodNight());
      return {
        bundle: formatBundle({ ...bundle, rows: rewrittenFrom(50).rows }),
        papers: [kept('kept.txt', await checkpointOf(goodNight(), EARLY))],
      };
    },
  },
  {
    name: 'two trees for two audiences',
    finds: ['fork', 'missing'],
    make: async () => ({
      bundle: await bundleText(rewrittenFrom(20)),
      papers: [receipt('receipt.txt', await receiptOf(goodNight(), placeOf(20)))],
    }),
  },
  {
    name: 'an old checkpoint shown',
    finds: ['old', 'result'],
    make: async () => {
      const night = goodNight();
      return {
        bundle: await bundleText({ ...night, rows: night.rows.slice(0, -2) }),
        papers: [kept('kept.txt', await checkpointOf(night))],
      };
    },
  },
  {
    name: 'a kept checkpoint that is forged',
    finds: [],
    aside: ['kept'],
    make: async () => ({
      bundle: await bundleText(goodNight()),
      papers: [kept('kept.txt', await checkpointOf(goodNight(), EARLY, { log: await keyOf(ORIGIN, 'thief') }))],
    }),
  },
  {
    name: 'the log’s key swapped, and everything signed again',
    finds: ['log-key', 'checkpoint'],
    make: async () => ({
      bundle: await bundleText(goodNight(), { log: await keyOf(ORIGIN, 'thief') }),
      key: vkeyOf(await keyOf(ORIGIN)),
    }),
  },
  {
    name: 'the log’s key swapped, with a receipt of before',
    finds: [],
    aside: ['receipt'],
    make: async () => ({
      bundle: await bundleText(goodNight(), { log: await keyOf(ORIGIN, 'thief') }),
      papers: [receipt('receipt.txt', await receiptOf(goodNight(), placeOf(3)))],
    }),
  },
  {
    name: 'a checkpoint that the log did not sign',
    finds: ['checkpoint'],
    make: async () => {
      const checkpoint = await checkpointOf(goodNight(), undefined, { log: await keyOf(ORIGIN, 'thief') });
      return changedHeader(() => ({ checkpoint }));
    },
  },
  {
    name: 'a signature whose second half is larger than the order of the curve',
    finds: ['checkpoint'],
    make: async () => {
      const checkpoint = await checkpointOf(goodNight());
      return changedHeader(() => ({ checkpoint: checkpoint.replace(/(?<=— awards\S* )\S+/, withLargerHalf) }));
    },
  },
  {
    name: 'a checkpoint of another log',
    finds: ['checkpoint', 'root'],
    make: async () => {
      const other = makeNight({ ...rewrittenFrom(20).plan, origin: 'awards.example/log/2025' });
      const checkpoint = await checkpointOf(other);
      return changedHeader(() => ({ checkpoint }));
    },
  },
  {
    name: 'a checkpoint with another size',
    finds: ['checkpoint', 'witness', 'quorum', 'size'],
    make: () => changedHeader(({ checkpoint }) => ({ checkpoint: String(checkpoint).replace(/\n\d+\n/, '\n12\n') })),
  },
  {
    name: 'a witness’ key swapped in the checkpoint',
    finds: ['witness', 'quorum'],
    make: async () => {
      const [one, two] = WITNESSES;
      const witnesses = [await witnessOf(one), await witnessOf(two, 'thief')];
      return { bundle: await bundleText(goodNight(), { witnesses }) };
    },
  },
  {
    name: 'a witness’ key swapped in the bundle and the checkpoint',
    finds: ['witness', 'quorum'],
    make: async () => {
      const { witnesses, signing } = await swappedWitness();
      const bundle = await bundleOf(goodNight(), signing);
      return { bundle: formatBundle({ ...bundle, header: { ...bundle.header, witnesses } }) };
    },
  },
  {
    name: 'a witness’ key swapped in the edition, too, where somebody knows the right one',
    finds: ['witness'],
    make: async () => {
      const { witnesses, signing } = await swappedWitness();
      const night = otherNight(() => ({ witnesses }));
      return { bundle: await bundleText(night, signing), witnesses: await listed([witnessOf(WITNESSES[1])]) };
    },
  },
  {
    name: 'a witness’ key whose id is that of another',
    finds: ['witness', 'quorum'],
    make: async () => {
      const [one, two] = await listed(WITNESSES.slice(0, QUORUM).map((name) => witnessOf(name)));
      const mixed = [one?.split('+').slice(0, 2), two?.split('+').slice(2).join('+')].flat().join('+');
      return changedHeader(({ witnesses }) => ({ witnesses: replaced(witnesses as string[], 0, () => mixed) }));
    },
  },
  {
    name: 'the quorum not reached',
    finds: ['quorum'],
    make: async () => ({ bundle: await bundleText(goodNight(), { witnesses: [await witnessOf(WITNESSES[0])] }) }),
  },
  {
    name: 'one witness under two names',
    finds: ['witness', 'quorum'],
    make: async () => {
      const twins = [witnessOf('one.example', 'twin'), witnessOf('two.example', 'twin')];
      const witnesses = await listed(twins);
      return {
        bundle: await bundleText(
          otherNight(() => ({ witnesses })),
          { witnesses: await Promise.all(twins) },
        ),
      };
    },
  },
  {
    name: 'a cosignature of another checkpoint',
    finds: ['witness', 'quorum'],
    make: async () => {
      const early = (await checkpointOf(goodNight(), EARLY)).split('\n').at(-2) ?? '';
      const whole = await checkpointOf(goodNight(), undefined, { witnesses: [await witnessOf(WITNESSES[0])] });
      return changedHeader(() => ({ checkpoint: `${whole}${early}\n` }));
    },
  },
  {
    name: 'cosignatures without a time',
    finds: ['witness', 'quorum'],
    make: async () => ({ bundle: await bundleText(goodNight(), { at: 0 }) }),
  },
];
