// What a log hands out: checkpoints, receipts, promises and the auditors' bundle.
import { randomBytes } from 'node:crypto';
import { makePromises, promisesOrigin } from '@laurel/contracts/public-log/promise';
import { decodeUtf8, encodeBase64 } from '@laurel/tlog/bytes';
import { signCheckpoint } from '@laurel/tlog/checkpoint';
import { cosign } from '@laurel/tlog/cosignature';
import { leafHash, smallTree } from '@laurel/tlog/merkle';
import { sha256 } from '@laurel/tlog/node';
import { formatVerifierKey, parseNote } from '@laurel/tlog/note';
import type { Signer } from '@laurel/tlog/port';
import { formatProof } from '@laurel/tlog/proof';
import { type Held, keyOf, type Night, type Opening, QUORUM, type Row, WITNESSES, witnessOf } from './night.ts';

/** When they cosign, in seconds since 1970. */
const COSIGNED_AT = 1_796_000_000;

const treeOf = (rows: readonly Row[]) =>
  smallTree(
    sha256,
    rows.map(({ leaf }) => leafHash(sha256, leaf)),
  );

const rowAt = (night: Night, place: number): Row & { opening: Opening } => {
  const row = night.rows[place];
  if (row?.opening === undefined) throw new Error(`there is no vote at ${place}`);
  return { ...row, opening: row.opening };
};

export type Signing = {
  /** The log's key; by default its own. */
  readonly log?: Signer;
  readonly witnesses?: readonly Signer[];
  /** When they cosign, in seconds since 1970. */
  readonly at?: number;
};

/** The checkpoint of the first `size` leaves, cosigned by the first two witnesses. */
export const checkpointOf = async (night: Night, size = night.rows.length, signing: Signing = {}): Promise<string> => {
  const log = signing.log ?? (await keyOf(night.plan.origin));
  const note = await signCheckpoint(log, treeOf(night.rows.slice(0, size)));
  const witnesses = signing.witnesses ?? (await Promise.all(WITNESSES.slice(0, QUORUM).map((name) => witnessOf(name))));
  const { text } = parseNote(note);
  const lines = await Promise.all(witnesses.map((witness) => cosign(witness, text, signing.at ?? COSIGNED_AT)));
  return note + lines.join('');
};

/** The receipt of a vote: a tlog-proof. */
export const receiptOf = async (
  night: Night,
  place: number,
  size = night.rows.length,
  signing: Signing = {},
): Promise<string> =>
  formatProof({
    extra: rowAt(night, place).leaf,
    index: place,
    hashes: treeOf(night.rows.slice(0, size)).inclusionProof(place),
    checkpoint: await checkpointOf(night, size, signing),
  });

/** The promises for votes that were committed together. */
export const promisesOf = async (night: Night, places: readonly number[], label?: string): Promise<string[]> => {
  const signer = await keyOf(promisesOrigin(night.plan.origin), label ?? night.plan.origin);
  return makePromises(
    sha256,
    signer,
    places.map((place) => rowAt(night, place).leaf),
    (count) => Uint8Array.from(randomBytes(count)),
  );
};

/** What a voter hands to an auditor: an item of GET /api/vote/receipts, with a promise if there is one. */
export const itemOf = (night: Night, place: number, proof: string | null, promise?: string) => {
  const { leaf, opening } = rowAt(night, place);
  const [, , category = ''] = (decodeUtf8(leaf) ?? '').split('\n');
  const [nomination = '', niche = ''] = category.split('/');
  return {
    nomination,
    niche,
    vote: opening.nominee,
    serverNonce: Buffer.from(opening.serverNonce).toString('base64url'),
    browserNonce: Buffer.from(opening.browserNonce).toString('base64url'),
    leaf: encodeBase64(leaf),
    index: proof === null ? null : place,
    proof,
    ...(promise === undefined ? {} : { promise }),
  };
};

/** The parts of a bundle, before they become lines. */
export type Bundle = {
  readonly header: Readonly<Record<string, unknown>>;
  readonly rows: readonly Row[];
  readonly exclusions: readonly Held[];
  readonly end: number;
};

export const bundleOf = async (night: Night, signing: Signing = {}): Promise<Bundle> => {
  const { plan, rows, editions, exclusions, result } = night;
  return {
    header: {
      format: 'laurel/bundle/v1',
      origin: plan.origin,
      verifierKey: formatVerifierKey((signing.log ?? (await keyOf(plan.origin))).key),
      witnesses: (plan.last ?? plan).witnesses,
      quorum: (plan.last ?? plan).quorum,
      voters: plan.voters,
      checkpoint: await checkpointOf(night, rows.length, signing),
      editions,
      result: { nonce: encodeBase64(result.nonce), text: result.text },
    },
    rows,
    exclusions,
    end: rows.length,
  };
};

/** The lines of a bundle. */
export const formatBundle = ({ header, rows, exclusions, end }: Bundle): string =>
  [
    header,
    ...rows.map(({ leaf, opening }) =>
      opening === undefined
        ? [encodeBase64(leaf)]
        : [encodeBase64(leaf), opening.nominee, encodeBase64(opening.serverNonce), encodeBase64(opening.browserNonce)],
    ),
    ...exclusions,
    { end },
  ]
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('');
