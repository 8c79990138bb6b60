import type { Receipt } from '@laurel/contracts/calls/receipts';
import { decodeLeaf, voteCommitment } from '@laurel/contracts/public-log/leaves';
import { openPromise } from '@laurel/contracts/public-log/promise';
import type { Vote } from '@laurel/contracts/records';
import { decodeBase64, isSame } from '@laurel/tlog/bytes';
import { cosignaturesOf } from '@laurel/tlog/cosignature';
import { TlogError } from '@laurel/tlog/errors';
import { parseNote, parseVerifierKey } from '@laurel/tlog/note';
import type { VerifierKey } from '@laurel/tlog/port';
import { parseProof, verifyProof } from '@laurel/tlog/proof';
import { webVerifier } from '@laurel/tlog/web';
import { canVerify, compare, historyFaultOf } from './compare.ts';
import { categoryOf, type Fault, type KeptVote, type Verdict } from './flow.ts';
import { keep, keepEvidence, type LogFault, readKept } from './kept.ts';
import { type PublicLog, Unreadable } from './log-reader.ts';

type Checked = {
  /** What the voter chose, as the account shows it. */
  readonly vote: Vote;
  readonly receipt: Receipt | undefined;
  readonly kept: KeptVote | undefined;
  readonly log: PublicLog;
  /** Whether the vote has to be in the record by now. */
  readonly overdue: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
};

const bytesOf = (base64: string): Uint8Array => decodeBase64(base64) ?? new Uint8Array(0);

/** Decodes base64url without padding. */
const nonceOf = (base64url: string): Uint8Array => {
  const base64 = base64url.replaceAll('-', '+').replaceAll('_', '/');
  return bytesOf(base64.padEnd(Math.ceil(base64.length / 4) * 4, '='));
};

/** Whether a receipt's leaf is one of this edition and category, and opens to the choice. */
const opens = async ({ vote, log }: Checked, receipt: Receipt): Promise<boolean> => {
  try {
    const leaf = decodeLeaf(bytesOf(receipt.leaf));
    const category = categoryOf(vote);
    // An origin ends with the year of its log.
    if (leaf.type !== 'vote' || !log.origin.endsWith(`/${leaf.year}`) || leaf.category !== category) return false;
    const commitment = await voteCommitment(webVerifier.sha256, {
      serverNonce: nonceOf(receipt.serverNonce),
      browserNonce: nonceOf(receipt.browserNonce),
      category,
      nominee: vote.vote,
    });
    return isSame(commitment, leaf.commitment);
  } catch {
    return false;
  }
};

/** Whether a promise is signed by the log and names the receipt's leaf. */
const isPromised = async (promise: string, leaf: string, key: VerifierKey): Promise<boolean> => {
  try {
    return isSame(await openPromise(webVerifier, promise, key), bytesOf(leaf));
  } catch {
    return false;
  }
};

/** How many witnesses cosigned a checkpoint. @throws TlogError if one of them did not make its signature */
const witnessesOf = async (note: string, witnesses: readonly VerifierKey[]): Promise<number> =>
  (await cosignaturesOf(webVerifier, parseNote(note), witnesses)).length;

const keysOf = (texts: readonly string[]): Promise<VerifierKey[]> =>
  Promise.all(texts.map((text) => parseVerifierKey(webVerifier, text)));

/** A fault that the receipt and the kept values show, without the record. */
const faultOf = async (checked: Checked, receipt: Receipt, key: VerifierKey): Promise<Fault | undefined> => {
  const { kept } = checked;
  // A recorded vote has the nonce that was sent with it. Otherwise the site could show one leaf to several voters.
  if (kept?.sure === true && kept.nonce !== receipt.browserNonce) return 'nonce';
  if (!(await opens(checked, receipt))) return 'choice';
  if (kept?.promise !== undefined && !(await isPromised(kept.promise, receipt.leaf, key))) return 'promise';
  return undefined;
};

/**
 * The evidence for organisers and a witness, as JSON. It reveals the choice only with the faults `choice` and `nonce`.
 */
const evidenceOf = ({ vote, receipt, kept, log }: Checked, fault: Fault, more: object = {}): string => {
  const { leaf, index, proof, ...opening } = receipt ?? {};
  const shown = fault === 'choice' || fault === 'nonce' ? { ...opening, keptNonce: kept?.nonce } : {};
  const record = { fault, log: log.origin, category: categoryOf(vote), leaf, index, proof, promise: kept?.promise };
  return `${JSON.stringify({ ...record, ...shown, ...more }, undefined, 2)}\n`;
};

const verdictOf = async (checked: Checked): Promise<Verdict> => {
  const { receipt, kept, log, overdue, now } = checked;
  const wrong = (fault: Fault, more?: object): Verdict => ({
    is: 'wrong',
    fault,
    evidence: evidenceOf(checked, fault, more),
  });
  if (receipt === undefined) return wrong('missing');
  const key = await parseVerifierKey(webVerifier, log.verifierKey);
  const fault = await faultOf(checked, receipt, key);
  if (fault !== undefined) return wrong(fault);
  if (receipt.index === null || receipt.proof === null) return overdue ? wrong('overdue') : { is: 'waiting' };

  const proof = parseProof(receipt.proof);
  const witnesses = await keysOf(log.witnesses);
  const comparing = compare(log, readKept(), now);
  // A wrong proof throws before the comparison is awaited: its failure must not be an unhandled rejection.
  comparing.catch(() => undefined);
  const proven = await verifyProof(webVerifier, proof, bytesOf(receipt.leaf), { log: key, witnesses, quorum: 0 });
  if (proof.index !== receipt.index) return wrong('proof');
  const contradicted = (found: LogFault, before: string, shown: string): Verdict => {
    keepEvidence({ fault: found, at: now, kept: before, shown });
    return wrong(found, { keptCheckpoint: before, shownCheckpoint: shown });
  };
  const compared = await comparing;
  if (compared.is === 'wrong') return contradicted(compared.fault, compared.kept, compared.shown);
  keep(compared.keep);
  if (compared.is === 'doubtful') return { is: 'doubtful' };
  const { shown, before } = compared;
  const other = await historyFaultOf(proven.checkpoint, shown.checkpoint, log);
  // Files that do not match the signed root prove nothing: a cache or a disk may have changed them.
  if (other === 'damaged') return { is: 'doubtful' };
  if (other !== undefined) return contradicted(other, proof.checkpoint, shown.text);
  return {
    is: 'recorded',
    index: proven.index,
    size: Math.max(proven.checkpoint.size, shown.checkpoint.size),
    cosigned: Math.max(proven.cosignatures.length, await witnessesOf(shown.text, witnesses)),
    witnesses: witnesses.length,
    own: kept?.nonce === receipt.browserNonce,
    before,
  };
};

/** The fault that an error of the proof shows. */
const faultIn = (error: TlogError, log: PublicLog): Fault => {
  if (error.code === 'note.forged') return error.detail.startsWith(`${log.origin} `) ? 'signature' : 'witness';
  return error.code === 'note.unsigned' || error.code === 'checkpoint.origin' ? 'signature' : 'proof';
};

/**
 * Checks a vote in the public record, in this browser and with WebCrypto: that its leaf opens to the choice, has the
 * nonce that this browser sent and is the promised one; that the record has it; that the log signed the record; that
 * the record continues the one that this browser kept. Counts the witnesses that cosigned it. Returns `unreadable` if
 * the network fails.
 */
export const checkVote = async (checked: Checked): Promise<Verdict> => {
  if (!(await canVerify())) return { is: 'unsupported' };
  try {
    return await verdictOf(checked);
  } catch (error) {
    if (error instanceof Unreadable) return { is: 'unreadable' };
    if (!(error instanceof TlogError)) throw error;
    const fault = faultIn(error, checked.log);
    return { is: 'wrong', fault, evidence: evidenceOf(checked, fault) };
  }
};
