import type { Published } from './published.service.ts';
import type { WitnessAddress, Witnesses } from './witnesses.service.ts';

type Deps = {
  published: Pick<Published, 'current' | 'refresh' | 'accuse'>;
  /** The witnesses of the editions under which people voted, in a log of this size. */
  readWitnesses(size: number): Promise<readonly WitnessAddress[]>;
  /** Asks the witnesses of this time and those that were read. */
  witnessesFor(asked: () => readonly WitnessAddress[]): Pick<Witnesses, 'firstLook' | 'evidence' | 'ask'>;
  /** Appends what is due. @throws LogAlarmError */
  append(mayWait: boolean): Promise<void>;
  /** Called after a look that was complete. */
  onComplete(): void;
};

/**
 * Creates a process's regular look at the log: it shows the newest checkpoint, stops the log if a witness has evidence
 * against it, appends what is due, and asks the witnesses to cosign.
 * @returns looks once; see createSequencer for `mayWait`. Rejects with a LogAlarmError if the log must not be continued
 */
export const createLook = ({ published, readWitnesses, witnessesFor, append, onComplete }: Deps) => {
  let read: { size: number; witnesses: readonly WitnessAddress[] } = { size: -1, witnesses: [] };
  const witnesses = witnessesFor(() => read.witnesses);
  let first: Promise<void> | undefined;
  let accused: string | undefined;
  return async (mayWait = false): Promise<void> => {
    await published.refresh();
    const size = published.current()?.size ?? 0;
    if (size !== read.size) read = { size, witnesses: await readWitnesses(size) };
    first ??= witnesses.firstLook();
    await first;
    const evidence = witnesses.evidence();
    if (evidence !== undefined && evidence !== accused) {
      accused = evidence;
      await published.accuse(evidence);
    }
    await append(mayWait);
    onComplete();
    witnesses.ask();
  };
};
