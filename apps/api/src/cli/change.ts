import { namesPerson } from '@laurel/contracts/console/names-person';
import type { Organiser } from '@laurel/database/audit';
import type { Command } from 'commander';
import type { Config } from '../config.ts';
import { machineUser } from './faults.ts';
import type { Laurel } from './laurel.ts';
import { MisuseError } from './output.ts';

const NAME_LENGTH = 100;
const REASON_LENGTH = 500;

/** The options of a command that changes something. */
export type Who = { reason?: string; as?: string };
export type Careful = { dryRun: boolean; yes: boolean };

/** What the help says of a reason. */
export const WHY = 'why, for the audit log; it is kept for good and names no person';

/** Adds the options of a command that is recorded in the audit log. */
export const asOrganiser = (command: Command, { reason }: { reason: 'required' | 'optional' }): Command => {
  const asked =
    reason === 'required' ? command.requiredOption('--reason <TEXT>', WHY) : command.option('--reason <TEXT>', WHY);
  return asPerson(asked);
};

/** Adds the option that says who uses a command. */
export const asPerson = (command: Command): Command =>
  command.option('--as <NAME>', 'who does it, for the audit log (else LAUREL_OPERATOR, else the machine’s user)');

/** Adds the options of a command with a dry run and a confirmation. */
export const asCareful = (command: Command): Command =>
  command
    .option('--dry-run', 'print what would change, and change nothing', false)
    .option('--yes', 'confirm without a prompt', false);

/** Trims a text of one line. @throws MisuseError if it is empty, too long or not one line */
const line = (text: string, name: string, most: number): string => {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.length > most || /\p{Cc}/u.test(trimmed)) {
    throw new MisuseError(`${name} must be one line of 1 to ${most} characters.`);
  }
  return trimmed;
};

type Named = Pick<Config, 'LAUREL_OPERATOR'>;

/** The user of a command for the audit log. @throws MisuseError if the name cannot be stored */
export const actorOf = (as: string | undefined, { LAUREL_OPERATOR }: Named): string =>
  line(as ?? LAUREL_OPERATOR ?? machineUser(), as === undefined ? 'LAUREL_OPERATOR' : '--as', NAME_LENGTH);

/**
 * The user and the reason of a command for the audit log.
 * @throws MisuseError if the name or the reason cannot be stored
 */
export const organiserOf = ({ reason, as }: Who, config: Named): Organiser => {
  const actor = actorOf(as, config);
  if (reason === undefined) return { actor, reason: null };
  const why = line(reason, '--reason', REASON_LENGTH);
  if (namesPerson(why)) {
    throw new MisuseError(
      '--reason seems to hold an address, a name on a network or a phone number. The audit log is kept for good: name people by the id that "laurel voters find" gives, or by the number of your ticket.',
    );
  }
  return { actor, reason: why };
};

/**
 * Asks for a confirmation of an irreversible change, unless `--yes` is set.
 * @throws MisuseError if the answer is not yes, or without a terminal
 */
export const confirm = async (
  { output, ask }: Pick<Laurel, 'output' | 'ask'>,
  { yes }: Pick<Careful, 'yes'>,
  consequences: readonly string[],
): Promise<void> => {
  if (yes) return;
  for (const each of consequences) output.problem(each);
  if (!ask)
    throw new MisuseError('There is no terminal for a confirmation. Add --yes to confirm. Nothing was changed.');
  const answer = await ask('Type "yes" to continue: ');
  if (answer.trim().toLowerCase() !== 'yes') throw new MisuseError('Nothing was changed.');
};
