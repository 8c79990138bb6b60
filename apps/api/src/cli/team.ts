import { personNameSchema } from '@laurel/contracts/console/calls/session';
import { ROLES, type Role } from '@laurel/contracts/console/permissions';
import { InvalidArgumentError, Option } from 'commander';
import { AppError } from '../app-error.ts';
import { shownTime } from '../checks/shown-time.ts';
import { systemClock } from '../clock.ts';
import type { Config } from '../config.ts';
import { createTeamLists } from '../features/team/lists.service.ts';
import { createTeam } from '../features/team/service.ts';
import { asCareful, asOrganiser, type Careful, organiserOf, type Who } from './change.ts';
import { locateConsole } from './console/place.ts';
import { onDatabase } from './database.ts';
import { asJson, type Json, type Laurel } from './laurel.ts';
import { EXIT, type ExitCode, MisuseError, print } from './output.ts';

type Opened = { team: ReturnType<typeof createTeam>; lists: ReturnType<typeof createTeamLists> };

/** Runs work with the team of the console, by the console's role. Reports a refusal as misuse: nothing was changed. */
const withTeam = (config: Config, work: (opened: Opened) => Promise<ExitCode>): Promise<ExitCode> => {
  const { databaseUrl: url, consoleUrl } = locateConsole(config, { needed: true });
  return onDatabase({ url, maxConnections: 2, applicationName: 'laurel team' }, ({ pool: db }) =>
    work({ team: createTeam({ db, consoleUrl }), lists: createTeamLists({ db }) }),
  ).catch((error: unknown) => {
    throw error instanceof AppError ? new MisuseError(`${error.message}. Nothing was changed.`) : error;
  });
};

const memberNamed = async ({ lists }: Opened, name: string) => {
  const { members, passkeys } = await lists.everybody(systemClock.now());
  const member = members.find((each) => each.name.toLowerCase() === name.toLowerCase());
  if (!member) throw new MisuseError(`Nobody on the team is called ${name}. See "laurel team show".`);
  return { ...member, passkeys: passkeys.filter(({ memberId }) => memberId === member.id).length };
};

const nameOf = (text: string): string => {
  const parsed = personNameSchema.safeParse(text);
  if (!parsed.success) throw new InvalidArgumentError(parsed.error.issues[0]?.message ?? 'This is not a valid name.');
  return parsed.data;
};

type InviteOptions = Json & Who & Careful & { role: Role; replace: boolean };

const invite = async (opened: Opened, laurel: Laurel, name: string, options: InviteOptions): Promise<ExitCode> => {
  const { output } = laurel;
  const organiser = organiserOf(options, laurel.config());
  const member = options.replace ? await memberNamed(opened, name) : undefined;
  const who = member ? `${member.name}, to replace ${member.passkeys} passkeys` : `${name}, as ${options.role}`;
  if (options.dryRun) {
    const text = `A link would be made for ${who}. Nothing was changed (--dry-run).`;
    print(output, options.json, { name, done: false }, text);
    return EXIT.ok;
  }
  const now = systemClock.now();
  const { link, expiresAt } = member
    ? await opened.team.replacePasskeys(member.id, organiser, now)
    : await opened.team.invite({ name, role: options.role }, organiser, now);
  print(output, options.json, { name, link, expiresAt, done: true }, [
    `A link for ${who}. It works once, until ${shownTime(expiresAt)}:`,
    link,
    'Send it to this person alone: the first one who opens it is on the team.',
  ]);
  return EXIT.ok;
};

/** `laurel team invite`. */
export const registerTeam = (laurel: Laurel): void => {
  const { program, config, ended } = laurel;
  const family = program.command('team').description('who may enter the organisers’ console');
  const role = new Option('--role <ROLE>', 'what the person may do').choices([...ROLES]).default('auditor');
  asCareful(asOrganiser(asJson(family.command('invite')), { reason: 'optional' }))
    .argument('<NAME>', 'the person’s name, as the audit log will show it', nameOf)
    .description('make a link with which a person joins the team; it works once, for 24 hours')
    .addOption(role)
    .option('--replace', 'for somebody on the team who lost their passkeys: a new one replaces them', false)
    .action(async (name: string, options: InviteOptions) =>
      ended(await withTeam(config(), (opened) => invite(opened, laurel, name, options))),
    );
};
