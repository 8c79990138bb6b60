import { decodeLeaf, type Leaf } from '@laurel/contracts/public-log/leaves';
import { openPromise, promisesOrigin } from '@laurel/contracts/public-log/promise';
import { TlogError } from '@laurel/tlog/errors';
import { parseVerifierKey } from '@laurel/tlog/note';
import { parseProof, type TlogProof, verifyProof } from '@laurel/tlog/proof';
import { webVerifier } from '@laurel/tlog/web';
import { canVerify, historyFaultOf, openShown } from './compare.ts';
import { type PublicLog, Unreadable } from './log-reader.ts';

/** The outcome of the check of a file. */
export type ReceiptVerdict =
  | {
      readonly is: 'inRecord';
      readonly leaf: Leaf;
      readonly index: number;
      readonly size: number;
      readonly cosigned: number;
    }
  | {
      readonly is:
        | 'promise'
        | 'bundle'
        | 'notReceipt'
        | 'notInRecord'
        | 'forged'
        | 'fork'
        | 'unreadable'
        | 'unsupported';
    }
  | { readonly is: 'otherLog'; readonly origin: string };

const originOf = ({ checkpoint }: TlogProof): string => checkpoint.slice(0, checkpoint.indexOf('\n'));

const verdictOf = async (text: string, log: PublicLog): Promise<ReceiptVerdict> => {
  const key = await parseVerifierKey(webVerifier, log.verifierKey);
  const proof = parseProof(text);
  const origin = originOf(proof);
  if (origin === promisesOrigin(log.origin)) {
    await openPromise(webVerifier, text, key);
    return { is: 'promise' };
  }
  if (origin !== log.origin) return { is: 'otherLog', origin };
  if (proof.extra === undefined) return { is: 'notReceipt' };
  const witnesses = await Promise.all(log.witnesses.map((each) => parseVerifierKey(webVerifier, each)));
  const proven = await verifyProof(webVerifier, proof, proof.extra, { log: key, witnesses, quorum: 0 });
  const shown = await openShown(log);
  const other = await historyFaultOf(proven.checkpoint, shown, log);
  // Files that do not match the signed root prove nothing.
  if (other !== undefined) return { is: other === 'damaged' ? 'unreadable' : 'fork' };
  return {
    is: 'inRecord',
    leaf: decodeLeaf(proof.extra),
    index: proven.index,
    size: Math.max(shown.size, proven.checkpoint.size),
    cosigned: proven.cosignatures.length,
  };
};

/**
 * Checks a file against the log of this site: a receipt, or another file that people may take for one. Never throws.
 * @param text the content of the file
 */
export const checkReceipt = async (text: string, log: PublicLog): Promise<ReceiptVerdict> => {
  if (text.trimStart().startsWith('{"')) return { is: 'bundle' };
  if (!(await canVerify())) return { is: 'unsupported' };
  try {
    return await verdictOf(text, log);
  } catch (error) {
    if (error instanceof Unreadable) return { is: 'unreadable' };
    if (!(error instanceof TlogError)) return { is: 'notReceipt' };
    if (error.code === 'proof.malformed' || error.code === 'note.malformed') return { is: 'notReceipt' };
    return { is: error.code.startsWith('note.') ? 'forged' : 'notInRecord' };
  }
};
