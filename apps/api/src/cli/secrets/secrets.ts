import type { Organiser } from '@laurel/database/audit';
import { recordAudit } from '@laurel/database/audit';
import { shownTime } from '../../checks/shown-time.ts';
import { systemClock } from '../../clock.ts';
import { createKeyring } from '../../crypto/keyring.ts';
import { countForeign, type Resealed, resealAll } from '../../crypto/keys/service.ts';
import { asCareful, asOrganiser, type Careful, confirm, organiserOf, type Who } from '../change.ts';
import { asJson, type Json, type Laurel, runWithDeps } from '../laurel.ts';
import { recordFileChange } from '../note.ts';
import { EXIT, type ExitCode, json, MisuseError, table } from '../output.ts';
import { withProgress } from '../progress.ts';
import { registerComplete } from './complete.ts';
import { KEY_NAMES, type KeyFolder, type KeyName, openKeyFolder } from './key-files.ts';
import { CODES_MS, readLinksEnd, requireUnneeded } from './previous-key.ts';
import { secretsIn } from './secret-files.ts';

const RESTART = 'deploy/restart.sh';

const readName = (text: string): KeyName => {
  const name = KEY_NAMES.find((each) => each === text);
  if (name !== undefined) return name;
  throw new MisuseError(`"${text}" is not a key that can be changed: ${KEY_NAMES.join(' or ')}.`);
};

const openFolder = (dir: string, name: KeyName): KeyFolder => {
  const secrets = secretsIn(dir);
  const folder = openKeyFolder(secrets, name);
  if (folder.read().current === '')
    throw new MisuseError(`There is no ${name} in ${secrets}. "laurel setup" creates it.`);
  return folder;
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
  const name = readName(text);
  const folder = openFolder(options.dir, name);
  const { previous, next } = folder.read();
  if (next === undefined && previous.length > 0) {
    throw new MisuseError(
      `The last rotation of ${name} is not over: its previous key is still known. Finish it with "laurel secrets forget ${name}".`,
    );
  }
  const step = options.atOnce ? 'at once' : folder.step();
  const say = (did: string, lines: readonly string[]): ExitCode => {
    if (options.json) output.line(json({ key: name, step: did, restart: RESTART, dryRun: options.dryRun }));
    else for (const each of lines) output.line(each);
    return EXIT.ok;
  };
  if (options.dryRun) return say(step, [`Would do this step of the rotation of ${name}: ${step}.`]);
  if (step === 'announce') {
    await recordFileChange(laurel, options, { action: 'secrets.announce', subject: name });
    folder.rotate();
    const again = `  laurel secrets rotate ${name}`;
    return say(step, [
      `Step 1 of 2: a new ${name} is made, for every process to learn. Restart, then switch to it:`,
      `  ${RESTART}`,
      again,
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
  const name = readName(text);
  const folder = openFolder(options.dir, name);
  const { current, previous, next } = folder.read();
  // An interrupted switch may have put the new key in its place.
  const isOnlyNext = next !== current && previous.every((key) => key === next);
  const { output } = laurel;
  if (previous.length === 0) {
    output.line(options.json ? json({ key: name, forgotten: 0 }) : `There is no previous ${name}.`);
    return EXIT.ok;
  }
  if (name === 'data-key' && !isOnlyNext) await requireUnneeded(laurel, folder.changedAt(), options.endObjections);
  if (options.dryRun) {
    output.line(options.json ? json({ key: name, dryRun: true }) : `Would forget the previous ${name}.`);
    return EXIT.ok;
  }
  await confirm(laurel, options, [isOnlyNext ? FORGET_NEXT : FORGET[name]]);
  await recordFileChange(laurel, options, { action: 'secrets.forget', subject: name });
  folder.forget();
  output.line(options.json ? json({ key: name, forgotten: previous.length }) : `Forgotten. Restart:\n  ${RESTART}`);
  return EXIT.ok;
};

const told = (results: readonly Resealed[]): string[] => {
  const rows = results.map(({ kind, resealed, left, unreadable }) => [
    kind,
    ...[resealed, left, unreadable].map(String),
  ]);
  return table(['WHAT', 'RESEALED', 'LEFT', 'UNREADABLE'], rows);
};

const reseal = async (laurel: Laurel, options: Who & Json & { dryRun: boolean }): Promise<ExitCode> => {
  const config = laurel.config();
  const organiser: Organiser = organiserOf(options, config);
  const keyring = createKeyring(config.dataKey, config.dataKeysPrevious);
  const { output } = laurel;
  return runWithDeps(config, async ({ db, pool }) => {
    const found = await countForeign(pool, keyring);
    const work = {
      label: 'reseal',
      total: found.reduce((all, { left, unreadable }) => all + left + unreadable, 0),
      unit: 'values',
    };
    const results = options.dryRun
      ? found
      : await withProgress(output, work, (advance) => resealAll(pool, keyring, advance));
    const sum = (count: (each: Resealed) => number): number => results.reduce((total, each) => total + count(each), 0);
    const [resealed, left, unreadable] = [
      sum((each) => each.resealed),
      sum((each) => each.left),
      sum((each) => each.unreadable),
    ];
    if (resealed > 0) {
      await recordAudit(
        db,
        { ...organiser, action: 'secrets.reseal', subject: 'data-key', detail: { resealed } },
        systemClock.now(),
      );
    }
    const linksEnd = await readLinksEnd(pool, systemClock.now());
    if (options.json) output.line(json({ dryRun: options.dryRun, results, objectionLinksEnd: linksEnd ?? null }));
    else for (const text of told(results)) output.line(text);
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
