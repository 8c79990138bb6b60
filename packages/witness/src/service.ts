import { createHash } from 'node:crypto';
import { parseCheckpoint } from '@laurel/tlog/checkpoint';
import { cosign } from '@laurel/tlog/cosignature';
import { nodeVerifier, signerOf } from '@laurel/tlog/node';
import { COSIGNATURE, formatNote, formatVerifierKey, parseNote } from '@laurel/tlog/note';
import type { Signer } from '@laurel/tlog/port';
import type { Logger } from 'pino';
import { WitnessError } from './errors.ts';
import {
  describeView,
  isFork,
  judge,
  type Logs,
  noteOfLog,
  parseRequest,
  type Request,
  type Verdict,
  type View,
} from './policy.ts';
import type { Cosigned, State, Store } from './store.ts';

/**
 * The maximum number of decisions about a request while other processes change the state; after them the answer is 503.
 */
const TRIES = 20;
/** The same checkpoint gets the same cosignature again until it is this old, seconds: repeats need no disk. */
const FRESH_SECONDS = 60;

export type Reply = { readonly status: number; readonly type: string; readonly body: string };

const TEXT = 'text/plain; charset=utf-8';
const text = (status: number, body: string): Reply => ({ status, type: TEXT, body });

const REASONS: Readonly<Record<403 | 404, string>> = {
  403: 'the log’s key did not sign this checkpoint\n',
  404: 'this witness does not know the log\n',
};

export type Witness = {
  /** The verifier key, one line without a newline. */
  readonly verifierKey: string;
  /** Answers `add-checkpoint`. */
  add(body: Uint8Array): Promise<Reply>;
  /** The newest cosigned checkpoint of a log, by the SHA-256 of its origin in hex; undefined if there is none. */
  newest(originHash: string): Promise<string | undefined>;
};

type Options = { store: Store; logs: Logs; now: () => Date; logger: Logger };

const signerIn = ({ name, seed }: State): Promise<Signer> => signerOf(Buffer.from(seed, 'base64'), name, COSIGNATURE);

/** The verifier key of the witness whose state this is. */
export const verifierKeyIn = async (state: State): Promise<string> => formatVerifierKey((await signerIn(state)).key);

const viewIn = (cosigned: Cosigned | undefined): View | undefined =>
  cosigned && parseCheckpoint(parseNote(cosigned.note).text);

/** Cosigns a checkpoint that `judge` accepted. */
const cosigned = async (
  signer: Signer,
  { note, checkpoint }: Request,
  { signatures }: Extract<Verdict, { status: 200 }>,
  time: number,
): Promise<Cosigned> => {
  const cosignature = await cosign(signer, note.text, time);
  const kept = formatNote({ text: note.text, signatures }) + cosignature;
  return { origin: checkpoint.origin, note: kept, cosignature, time };
};

const replyTo = (verdict: Exclude<Verdict, { status: 200 }>): Reply => {
  if (verdict.status === 409) return { status: 409, type: 'text/x.tlog.size', body: `${verdict.size}\n` };
  return text(verdict.status, 'why' in verdict ? `${verdict.why}\n` : REASONS[verdict.status]);
};

/**
 * A witness: cosigns each checkpoint that continues what it cosigned before (C2SP tlog-witness). The state is on the disk before
 * a cosignature is given.
 * @throws WitnessError if there is no state
 */
export const createWitness = async ({ store, logs, now, logger }: Options): Promise<Witness> => {
  const first = await store.read();
  if (!first) throw new WitnessError('There is no state: the witness has no key.');
  const signer = await signerIn(first.state);
  const verifierKey = formatVerifierKey(signer.key);

  /**
   * Logs a decision. If two trees may contradict each other, logs both notes, because only their signatures can prove
   * that. Stores the notes of a fork.
   */
  const tell = async (verdict: Verdict, request: Request, known: Cosigned | undefined): Promise<void> => {
    const { checkpoint } = request;
    const { status } = verdict;
    const asked = { origin: checkpoint.origin, status, ...describeView(checkpoint) };
    const before = viewIn(known);
    const isSigned = status !== 403 && status !== 404;
    const isForked = isSigned && known !== undefined && before !== undefined && isFork(checkpoint, before);
    if (status === 200) return logger.info(asked, 'cosigned');
    if (!isForked && status !== 422) return logger.warn(asked, 'refused');
    const note = noteOfLog(request, logs);
    const both = { ...asked, note, before: before && { ...describeView(before), note: known?.note } };
    if (!isForked) return logger.warn(both, 'refused');
    logger.error(both, 'the log signed two different trees');
    // The request is answered even if the disk is full. The line that was just logged has the evidence.
    const kept = Promise.all([known.note, note].map((each) => store.keep(each)));
    await kept.catch((err: unknown) => logger.error({ err }, 'the checkpoints of the fork can’t be kept'));
  };

  /** One try: undefined if another process changed the state meanwhile. */
  const decide = async (request: Request): Promise<Reply | undefined> => {
    const found = await store.read();
    if (!found || found.state.seed !== first.state.seed) throw new WitnessError('The state was replaced.');
    const { state, generation } = found;
    const { origin } = request.checkpoint;
    const known = state.logs.find((each) => each.origin === origin);
    const verdict = await judge(nodeVerifier, logs, request, viewIn(known));
    if (verdict.status !== 200) {
      await tell(verdict, request, known);
      return replyTo(verdict);
    }
    const time = Math.floor(now().getTime() / 1000);
    const isRepeat = known !== undefined && parseNote(known.note).text === request.note.text;
    if (isRepeat && Math.abs(time - known.time) < FRESH_SECONDS) return text(200, known.cosignature);
    const next = await cosigned(signer, request, verdict, time);
    const others = state.logs.filter((each) => each.origin !== origin);
    if (!(await store.replace(generation, { ...state, logs: [...others, next] }))) return undefined;
    await tell(verdict, request, known);
    return text(200, next.cosignature);
  };

  const answer = async (body: Uint8Array): Promise<Reply> => {
    const request = parseRequest(body);
    if (!request) return text(400, 'the request is malformed\n');
    // Requests about other logs need neither the disk nor the verification of a signature.
    if (!logs.has(request.checkpoint.origin)) return replyTo({ status: 404 });
    for (let tries = 0; tries < TRIES; tries += 1) {
      const reply = await decide(request);
      if (reply) return reply;
    }
    return text(503, 'busy, ask again\n');
  };

  // One request at a time within a process. Between processes the store decides.
  let last: Promise<unknown> = Promise.resolve();
  return {
    verifierKey,
    add: (body) => {
      const reply = last.then(() => answer(body));
      last = reply.catch(() => undefined);
      return reply;
    },
    newest: async (originHash) => {
      const found = await store.read();
      return found?.state.logs.find(({ origin }) => createHash('sha256').update(origin).digest('hex') === originHash)
        ?.note;
    },
  };
};
