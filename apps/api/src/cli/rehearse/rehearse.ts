import { text } from 'node:stream/consumers';
import { type Command, InvalidArgumentError } from 'commander';
import { freeSpace } from '../../rehearsal/machine.ts';
import { measurementLine } from '../../rehearsal/measurements.ts';
import { sharedBuffersMb, spaceFor } from '../../rehearsal/needs.ts';
import { type Keys, type TrustOptions, withIdentity, withTrust } from '../backup-options.ts';
import { asJson, type Json, type Laurel } from '../laurel.ts';
import { EXIT, MisuseError, type Output } from '../output.ts';
import { writeDeployment } from '../setup/folder.ts';
import { planCopy, readSettings } from './copy-folder.ts';
import { type DriveOptions, driveCopy } from './drive-copy.ts';
import { restoreBackup } from './restore-backup.ts';
import { showVerdict } from './show-verdict.ts';

const MAX_VOTERS = 100_000_000;
const MAX_MINUTES = 120;
const MINUTES = 15;

const numberUpTo =
  (most: number, what: string) =>
  (given: string): number => {
    const value = Number(given);
    if (/^\d+$/.test(given) && value >= 1 && value <= most) return value;
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${most}: ${what}.`);
  };

type Sizes = { audience: number; minutes: number };

/** Adds the options that decide how large a rehearsal is. */
const withSizes = (command: Command): Command =>
  command
    .requiredOption(
      '--audience <VOTERS>',
      'how many people you think will vote',
      numberUpTo(MAX_VOTERS, 'how many people you think will vote'),
    )
    .option(
      '--minutes <MINUTES>',
      'how long it may take',
      numberUpTo(MAX_MINUTES, 'how long the rehearsal may take'),
      MINUTES,
    );

type Prepare = Sizes & { from: string; to: string };

/**
 * Checks that the machine has enough memory and disk for the copy. If so, writes the settings and secrets of the copy
 * into its folder.
 * @returns whether the machine has enough
 */
const prepare = async (output: Output, { audience, from, to }: Prepare): Promise<boolean> => {
  const real = readSettings(from);
  const sharedBuffers = real.POSTGRES_SHARED_BUFFERS || '256MB';
  const buffersMb = sharedBuffersMb(sharedBuffers);
  if (buffersMb === undefined) {
    throw new MisuseError(
      `POSTGRES_SHARED_BUFFERS "${sharedBuffers}": write a size with kB, MB, GB or TB, like 256MB.`,
    );
  }
  const needed = spaceFor(audience, { copies: Number(real.APP_REPLICAS || 1), sharedBuffersMb: buffersMb });
  const free = await freeSpace('/');
  output.line(measurementLine({ step: 'machine', free, needed }));
  const hasSpace = free.memoryMb >= needed.memoryMb && free.diskMb >= needed.diskMb;
  if (hasSpace) await writeDeployment(to, await planCopy(real, audience));
  return hasSpace;
};

/**
 * Registers `laurel rehearse`, which only points to deploy/rehearse.sh on the host, and `laurel rehearsal …`: the steps
 * that the script runs in containers.
 */
export const registerRehearse = (laurel: Laurel): void => {
  const { program, output, ended } = laurel;
  asJson(withSizes(program.command('rehearse')))
    .description('rehearse the last hour on a temporary copy beside the real deployment, and say go or no-go')
    .option('--identity <FILE>', 'the private key that opens the backups; - reads it from the standard input')
    .option('--during-voting', 'rehearse although people vote in the real deployment', false)
    .action(() => {
      throw new MisuseError(
        'It starts containers, which no container may do: run deploy/laurel rehearse on the host, in the folder with docker-compose.yml.',
      );
    });

  const rehearsal = program.command('rehearsal', { hidden: true }).description('the steps of deploy/rehearse.sh');
  withSizes(rehearsal.command('prepare'))
    .description('check the machine, and write the settings and secrets of the copy')
    .requiredOption('--from <DIR>', 'the folder with the .env of the real deployment')
    .requiredOption('--to <DIR>', 'the folder of the copy')
    .action(async (options: Prepare) => ended((await prepare(output, options)) ? EXIT.ok : EXIT.problem));
  withSizes(rehearsal.command('drive'))
    .description('sign voters up, make the load, and compare the votes')
    .requiredOption('--site <URL>', 'the address of the copy')
    .requiredOption('--authority <FILE>', 'the certificate of its authority')
    .requiredOption('--owner-url <FILE>', 'the owner’s connection to its database')
    .requiredOption('--jwt-secret <FILE>', 'its key of the sessions')
    .action((options: DriveOptions) => driveCopy(output, process.stdin, options));
  withTrust(withIdentity(rehearsal.command('restore')))
    .description('restore the newest backup of the real deployment, and check it')
    .action((options: Keys & TrustOptions) => restoreBackup(laurel, options));
  asJson(rehearsal.command('verdict'))
    .description('read the measurements, and say go or no-go')
    .action(async ({ json }: Json) => ended(showVerdict(output, await text(process.stdin), json)));
};
