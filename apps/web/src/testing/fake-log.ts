import { randomBytes } from 'node:crypto';
import type { Receipt } from '@laurel/contracts/calls/receipts';
import { encodeLeaf, voteLeaf } from '@laurel/contracts/public-log/leaves';
import { makePromises, promisesKey } from '@laurel/contracts/public-log/promise';
import type { Vote } from '@laurel/contracts/records';
import { encodeBase64 } from '@laurel/tlog/bytes';
import { formatCheckpoint, signCheckpoint } from '@laurel/tlog/checkpoint';
import { cosign } from '@laurel/tlog/cosignature';
import { leafHash, smallTree } from '@laurel/tlog/merkle';
import { sha256, signerOf } from '@laurel/tlog/node';
import { formatVerifierKey } from '@laurel/tlog/note';
import type { Signer } from '@laurel/tlog/port';
import { formatProof } from '@laurel/tlog/proof';
import { tilePath } from '@laurel/tlog/tiles';
import { GrowingTree } from '@laurel/tlog/tree';
import { categoryOf } from '../features/record/flow.ts';
import type { PublicLog } from '../features/record/log-reader.ts';

const octets = (count: number): Uint8Array => new Uint8Array(randomBytes(count));
const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');

/** A key of a log, or with `COSIGNATURE` of a witness. */
export const someSigner = (name: string, type?: number): Promise<Signer> => signerOf(octets(32), name, type);

export const ORIGIN = 'awards.example/log/2025';
const YEAR = 2025;

/** A vote's leaf with its opening. */
export const sealVote = (vote: Vote, browserNonce: Uint8Array = octets(16)) => {
  const serverNonce = octets(16);
  const leaf = voteLeaf(sha256, YEAR, { serverNonce, browserNonce, category: categoryOf(vote), nominee: vote.vote });
  return { vote, serverNonce, browserNonce, leaf };
};
export type SealedVote = ReturnType<typeof sealVote>;

/** A leaf that is no vote. */
export const otherLeaf = (number: number): Uint8Array =>
  encodeLeaf({ type: 'edition', year: YEAR, number, hash: sha256(octets(8)) });

/** A log in memory, with the files that the site serves. */
export const fakeLog = async (given: { signer?: Signer; witnesses?: readonly Signer[] } = {}) => {
  const signer = given.signer ?? (await someSigner(ORIGIN));
  const witnesses = given.witnesses ?? [];
  const promises: Signer = { ...signer, key: await promisesKey({ sha256 }, signer.key) };
  const leaves: Uint8Array[] = [];
  const files = new Map<string, Uint8Array>();
  let tree = new GrowingTree(sha256);
  let checkpoint = '';
  const publish = async (cosigned: readonly Signer[] = witnesses): Promise<string> => {
    for (const { tile, data } of tree.take()) files.set(tilePath(tile), data);
    const root = { size: tree.size, root: tree.root() };
    checkpoint = await signCheckpoint(signer, root);
    const text = formatCheckpoint({ origin: signer.key.name, ...root, extensions: [] });
    for (const witness of cosigned) checkpoint += await cosign(witness, text, 1_763_650_000);
    return checkpoint;
  };
  const log = {
    signer,
    leaves,
    public: {
      origin: signer.key.name,
      verifierKey: formatVerifierKey(signer.key),
      witnesses: witnesses.map(({ key }) => formatVerifierKey(key)),
    } satisfies PublicLog,
    /** Appends leaves and publishes the checkpoint. */
    append: async (...added: readonly Uint8Array[]): Promise<string> => {
      for (const leaf of added) {
        leaves.push(leaf);
        tree.append(leafHash(sha256, leaf));
      }
      return publish();
    },
    /** Begins another history. */
    rewrite: async (...again: readonly Uint8Array[]): Promise<string> => {
      leaves.length = 0;
      files.clear();
      tree = new GrowingTree(sha256);
      return log.append(...again);
    },
    /** Publishes the checkpoint with the cosignatures of the given witnesses, by default all. */
    publish,
    /** The file that the site serves at a path below the origin; undefined without one. */
    serve: (path: string): Uint8Array | undefined =>
      path === 'checkpoint' ? new TextEncoder().encode(checkpoint) : files.get(path),
    show: (text: string): void => {
      checkpoint = text;
    },
    files,
    promiseFor: async ({ leaf }: SealedVote): Promise<string> => {
      const [promise = ''] = await makePromises(sha256, promises, [leaf], octets);
      return promise;
    },
    /** The receipt of a vote, with its proof if it is in the log. */
    receiptOf: ({ vote, serverNonce, browserNonce, leaf }: SealedVote): Receipt => {
      const index = leaves.findIndex((each) => Buffer.from(each).equals(leaf));
      const hashes = leaves.map((each) => leafHash(sha256, each));
      return {
        ...vote,
        serverNonce: base64url(serverNonce),
        browserNonce: base64url(browserNonce),
        leaf: encodeBase64(leaf),
        index: index < 0 ? null : index,
        proof:
          index < 0
            ? null
            : formatProof({ extra: leaf, index, hashes: smallTree(sha256, hashes).inclusionProof(index), checkpoint }),
      };
    },
  };
  return log;
};
export type FakeLog = Awaited<ReturnType<typeof fakeLog>>;

/** The response of the site to a request for a file of a log; 404 if the log has no such file. */
export const logAnswer = (log: FakeLog, url: string): Response => {
  const [, path = ''] = url.split('/log/2025/');
  const body = log.serve(path);
  return body === undefined ? new Response('', { status: 404 }) : new Response(new Uint8Array(body));
};
