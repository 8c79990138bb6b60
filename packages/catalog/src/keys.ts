import { nodeVerifier } from '@laurel/tlog/node';
import { COSIGNATURE, parseVerifierKey } from '@laurel/tlog/note';
import type { EditionFile } from './edition-schema.ts';
import { type Problem, violation } from './problem.ts';
import type { YamlSource } from './yaml-source.ts';

const WITNESS_RULE = violation('witnessKey');
const AUDITOR_RULE = violation('auditorKey');

const isWitnessKey = async (key: string): Promise<boolean> => {
  try {
    return (await parseVerifierKey(nodeVerifier, key)).type === COSIGNATURE;
  } catch {
    return false;
  }
};

const isAuditorKey = async (key: string): Promise<boolean> => {
  // Loaded with the first key: a server whose edition names no auditor saves its memory.
  const { Encrypter } = await import('age-encryption');
  try {
    new Encrypter().addRecipient(key);
    return true;
  } catch {
    return false;
  }
};

/**
 * Checks what a pattern can't: that the id of each witness's key belongs to it (C2SP signed-note), and the checksum of each
 * auditor's key. Otherwise a wrong key would be found only when nobody cosigns, or when the bundle is written.
 */
export const keyProblems = async (source: YamlSource, { log }: EditionFile): Promise<Problem[]> => {
  const witnesses = await Promise.all(
    log.witnesses.map(async ({ key }, index) =>
      (await isWitnessKey(key)) ? [] : [source.problemAt(['log', 'witnesses', index, 'key'], WITNESS_RULE)],
    ),
  );
  const auditors = await Promise.all(
    log.auditors.map(async (key, index) =>
      (await isAuditorKey(key)) ? [] : [source.problemAt(['log', 'auditors', index], AUDITOR_RULE)],
    ),
  );
  return [...witnesses, ...auditors].flat();
};
