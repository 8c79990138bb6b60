import { recordAudit } from '@laurel/database/audit';
import { shownTime } from '../../checks/shown-time.ts';
import { systemClock } from '../../clock.ts';
import { createKeyring } from '../../crypto/keyring.ts';
import { countForeign, resealAll } from '../../crypto/keys/service.ts';
import { asCareful, asOrganiser, type Careful, confirm, organiserOf, type Who } from '../change.ts';
import { asJson, type Json, type Laurel, runWithDeps } from '../laurel.ts';
import { recordFileChange } from '../note.ts';
import { EXIT, type ExitCode, MisuseError, print, table } from '../output.ts';
import { withProgress } from '../progress.ts';
import { registerComplete } from './complete.ts';
import { KEY_NAMES, type KeyFolder, type KeyName, openKeyFolder } from './key-files.ts';
import { CODES_MS, readLinksEnd, requireUnneeded } from './previous-key.ts';
import { secretsIn } from './secret-files.ts';

const RESTART = 'deploy/restart.sh';

/** Opens the files of a key. @throws MisuseError if there is no such key */
const openFolder = (dir: string, text: string): KeyFolder & { name: KeyName } => {
  const name = KEY_NAMES.find((each) => each === text);
  if (name === undefined)
    throw new MisuseError(`"${text}" is not a key that can be changed: ${KEY_NAMES.join(' or ')}.`);
  const secrets = secretsIn(dir);
  const folder = openKeyFolder(secrets, name);
  if (folder.read().current === '')
    throw new MisuseError(`There is no ${name} in ${secrets}. "laurel setup" creates it.`);
  return { ...folder, name };
};

type RotateOptions = Who & Careful & Json & { dir: string; atOnce: boolean };

const AFTER_SWITCH: Record<KeyName, string[]> = {
  jwt: [
    'Tokens of the old secret stay good until they end, 30 days from now at most. Then:',
    '  laurel secrets forget jwt',
  ],
  'data-key': [
    'Then encrypt the data of the old key with the new one. This says when the old key may go:',
    '  laurel secrets reseal',
    'Copy secrets/data_key to where you keep the key of before, away from this machine: backups from now on need the new',
    'one, and those of before the old one.',
  ],
};

const rotate = async (laurel: Laurel, text: string, options: RotateOptions): Promise<ExitCode> => {
  const { output } = laurel;
  const folder = openFolder(options.dir, text);
  const { name } = folder;
  const { previous, next } = folder.read();
  if (next === undefined && previous.length > 0) {
    throw new MisuseError(
      `The last rotation of ${name} is not over: its previous key is still known. Finish it with "laurel secrets forget ${name}".`,
    );
  }
  const step = options.atOnce ? 'at once' : folder.step();
  const say = (did: string, lines: readonly string[]): ExitCode => {
    print(output, options.json, { key: name, step: did, restart: RESTART, dryRun: options.dryRun }, lines);
    return EXIT.ok;
  };
  if (options.dryRun) return say(step, [`Would do this step of the rotation of ${name}: ${step}.`]);
  if (step === 'announce') {
    await recordFileChange(laurel, options, { action: 'secrets.announce', subject: name });
    folder.rotate();
    return say(step, [
      `Step 1 of 2: a new ${name} is made, for every process to learn. Restart, then switch to it:`,
      `  ${RESTART}`,
      `  laurel secrets rotate ${name}`,
    ]);
  }
  const known =
    step === 'switch'
      ? 'Every process must have been restarted since step 1: one that was not does not know the new key.'
      : 'While processes are restarted one by one, those with the old key refuse what those with the new one have made.';
  await confirm(laurel, options, [known]);
  await recordFileChange(laurel, options, { action: 'secrets.rotate', subject: name });
  if (options.atOnce) folder.rotateAtOnce();
  else folder.rotate();
  return say(step, [
    `The new ${name} is in its place, the old one is still known. Restart:`,
    `  ${RESTART}`,
    ...AFTER_SWITCH[name],
  ]);
};

/** The consequence for a new key that was announced and is not in use yet. */
const FORGET_NEXT = 'The new key goes. Nothing was made with it.';
const FORGET: Record<KeyName, string> = {
  jwt: 'Users who logged in before the rotation are logged out.',
  'data-key': 'What the old key encrypted, such as in old backups, becomes unreadable here.',
};

type ForgetOptions = Who & Careful & Json & { dir: string; endObjections: boolean };

const forget = async (laurel: Laurel, text: string, options: ForgetOptions): Promise<ExitCode> => {
  const folder = openFolder(options.dir, text);
  const { name } = folder;
  const { current, previous, next } = folder.read();
  // An interrupted switch may have put the new key in its place.
  const isOnlyNext = next !== current && previous.every((key) => key === next);
  const say = (value: object, text: string): ExitCode => {
    print(laurel.output, options.json, { key: name, ...value }, text);
    return EXIT.ok;
  };
  if (previous.length === 0) return say({ forgotten: 0 }, `There is no previous ${name}.`);
  if (name === 'data-key' && !isOnlyNext) await requireUnneeded(laurel, folder.changedAt(), options.endObjections);
  if (options.dryRun) return say({ dryRun: true }, `Would forget the previous ${name}.`);
  await confirm(laurel, options, [isOnlyNext ? FORGET_NEXT : FORGET[name]]);
  await recordFileChange(laurel, options, { action: 'secrets.forget', subject: name });
  folder.forget();
  return say({ forgotten: previous.length }, `Forgotten. Restart:\n  ${RESTART}`);
};

const COUNTS = ['resealed', 'left', 'unreadable'] as const;

const reseal = async (laurel: Laurel, options: Who & Json & { dryRun: boolean }): Promise<ExitCode> => {
  const config = laurel.config();
  const organiser = organiserOf(options, config);
  const keyring = createKeyring(config.dataKey, config.dataKeysPrevious);
  const { output } = laurel;
  return runWithDeps(config, async ({ db, pool }) => {
    const found = await countForeign(pool, keyring);
    const total = found.reduce((all, { left, unreadable }) => all + left + unreadable, 0);
    const results = options.dryRun
      ? found
      : await withProgress(output, { label: 'reseal', total, unit: 'values' }, (advance) =>
          resealAll(pool, keyring, advance),
        );
    const [resealed = 0, left = 0, unreadable = 0] = COUNTS.map((count) =>
      results.reduce((sum, each) => sum + each[count], 0),
    );
    if (resealed > 0) {
      const note = { action: 'secrets.reseal', subject: 'data-key', detail: { resealed } };
      await recordAudit(db, { ...organiser, ...note }, systemClock.now());
    }
    const linksEnd = await readLinksEnd(pool, systemClock.now());
    const rows = results.map((each) => [each.kind, ...COUNTS.map((count) => String(each[count]))]);
    const lines = table(['WHAT', 'RESEALED', 'LEFT', 'UNREADABLE'], rows);
    print(output, options.json, { dryRun: options.dryRun, results, objectionLinksEnd: linksEnd ?? null }, lines);
    if (unreadable > 0) {
      output.problem(
        'Some values were sealed with a key that is not here: add it to DATA_KEY_PREVIOUS and run this again.',
      );
      return EXIT.problem;
    }
    if (left > 0) {
      output.problem(
        options.dryRun
          ? 'This data must be encrypted again.'
          : 'Some were being written or sent: run this again in a minute.',
      );
      return options.dryRun ? EXIT.ok : EXIT.problem;
    }
    if (!options.json) {
      output.line('No stored data is sealed with a previous key. Remove it once these have expired:');
      output.line(`  codes from before the switch: in ${CODES_MS / 60_000} minutes`);
      if (linksEnd) output.line(`  links of mails about exclusions, with which people object: ${shownTime(linksEnd)}`);
      output.line('  laurel secrets forget data-key');
    }
    return EXIT.ok;
  });
};

/** `laurel secrets …`. */
export const registerSecrets = (laurel: Laurel): void => {
  const secrets = laurel.program
    .command('secrets')
    .description('complete the files in secrets/, and change keys while Laurel runs');
  const ofKey = (name: string, description: string) =>
    asCareful(asOrganiser(asJson(secrets.command(name).argument('<KEY>')), { reason: 'optional' }))
      .description(description)
      .option('--dir <DIR>', 'the folder with docker-compose.yml', '.');
  ofKey('rotate', 'the next step of changing a key: jwt or data-key')
    .option('--at-once', 'in one step: for one process, or a key that leaked', false)
    .action(async (key: string, options: RotateOptions) => laurel.ended(await rotate(laurel, key, options)));
  ofKey('forget', 'drop the previous key: jwt or data-key')
    .option('--end-objections', 'even if codes, or links in mails about exclusions, need it: they stop working', false)
    .action(async (key: string, options: ForgetOptions) => laurel.ended(await forget(laurel, key, options)));
  registerComplete(secrets, laurel);
  asOrganiser(asJson(secrets.command('reseal')), { reason: 'optional' })
    .description('encrypt data of previous keys with DATA_KEY, while Laurel runs')
    .option('--dry-run', 'say how much there is, and do nothing', false)
    .action(async (options: Who & Json & { dryRun: boolean }) => laurel.ended(await reseal(laurel, options)));
};
