import { CALL_COMMANDS } from './console/calls.ts';

/**
 * The services of docker-compose.yml that run commands, each with the way in which Compose runs one: `exec` in a
 * running container, `run --rm` in a temporary one.
 */
export const SERVICES = {
  app: 'exec',
  backup: 'exec',
  setup: 'run --rm',
  migrate: 'run --rm',
  witness: 'exec',
} as const;
export type Service = keyof typeof SERVICES;

export type CommandFacts = {
  /** The service in which deploy/laurel and the documentation run it; `host` for a script of deploy/. */
  service: Service | 'host';
  /** Whether it changes something, and so has `--dry-run`. */
  changes: boolean;
  /** Why it lacks `--json`, or `--dry-run` although it changes something. */
  without?: { option: '--json' | '--dry-run'; because: string };
};

const inApp = (changes: boolean): CommandFacts => ({ service: 'app', changes });
const inSetup = (changes: boolean): CommandFacts => ({ service: 'setup', changes });
const inMigrate = (changes: boolean): CommandFacts => ({ service: 'migrate', changes });
const inWitness = (changes: boolean): CommandFacts => ({ service: 'witness', changes });
const inBackup = (changes: boolean): CommandFacts => ({ service: 'backup', changes });

/** The commands that make a call of the console need what the app needs. */
const OF_CALLS = CALL_COMMANDS.map(({ screen, name }) => [`${screen} ${name}`, inApp(false)] as const);

/**
 * Every command that does not make a call of the console, in the order of docs/cli.md. Tests check the documents, deploy/laurel and the
 * containers against this list.
 */
export const HOST_COMMANDS: Readonly<Record<string, CommandFacts>> = {
  setup: inSetup(true),
  doctor: inSetup(false),
  'phase set': inApp(true),
  results: inApp(false),
  'votes export': inApp(true),
  'log status': inApp(false),
  'log verify': inApp(false),
  'log export': inApp(false),
  'team invite': inApp(true),
  'audit bundle': inApp(true),
  'edition check': inSetup(false),
  'edition diff': inMigrate(false),
  'edition import': inMigrate(true),
  migrate: inMigrate(true),
  'secrets complete': inSetup(true),
  'secrets rotate': inSetup(true),
  'secrets reseal': inApp(true),
  'secrets forget': inSetup(true),
  'backup run': {
    ...inBackup(false),
    without: { option: '--json', because: 'it is the service itself, and its log is JSON' },
  },
  'backup status': inBackup(false),
  'backup ship': inBackup(true),
  'backup create': inBackup(true),
  'backup list': inBackup(false),
  'backup verify': inBackup(false),
  'backup key': inBackup(false),
  'backup keys complete': inSetup(true),
  'backup keys rotate': inSetup(true),
  'backup keys forget': inSetup(true),
  'backup restore': inBackup(true),
  'backup drill': inBackup(false),
  rehearse: { service: 'host', changes: false },
  'fraud evaluate': inSetup(false),
  'witness run': {
    ...inWitness(false),
    without: { option: '--json', because: 'it is the service itself, and its log is JSON' },
  },
  'witness key': inWitness(false),
};

/** Every command. */
export const COMMANDS: Readonly<Record<string, CommandFacts>> = { ...HOST_COMMANDS, ...Object.fromEntries(OF_CALLS) };

/** The command line on the host without deploy/laurel: of compose, or the script of deploy/ with the command’s name. */
export const composeCommand = (name: string): string => {
  const service = COMMANDS[name]?.service ?? 'app';
  if (service === 'host') return `deploy/${name}.sh`;
  return `docker compose ${SERVICES[service]} ${service} laurel ${name}`;
};
