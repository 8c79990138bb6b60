/** The services of docker-compose.yml in which commands run; `app` and `backup` are running, the others are started for it. */
export const SERVICES = { app: 'exec', backup: 'exec', setup: 'run --rm', migrate: 'run --rm' } as const;
export type Service = keyof typeof SERVICES;

export type CommandFacts = {
  /** Where deploy/laurel runs it, and where it is documented to run. */
  service: Service;
  /** It changes something: it has `--dry-run`. */
  changes: boolean;
  /** Why it has no `--json`, or no `--dry-run` although it changes something. */
  without?: { option: '--json' | '--dry-run'; because: string };
};

const inApp = (changes: boolean): CommandFacts => ({ service: 'app', changes });
const inSetup = (changes: boolean): CommandFacts => ({ service: 'setup', changes });
const inMigrate = (changes: boolean): CommandFacts => ({ service: 'migrate', changes });
const inBackup = (changes: boolean): CommandFacts => ({ service: 'backup', changes });

/**
 * Every command, in the order of docs/cli.md: the documents, deploy/laurel and the tests of the containers are checked
 * against this.
 */
export const COMMANDS: Readonly<Record<string, CommandFacts>> = {
  setup: inSetup(true),
  doctor: inSetup(false),
  'phase show': inApp(false),
  'phase set': inApp(true),
  results: inApp(false),
  'votes export': inApp(true),
  'user show': inApp(false),
  'user unlock': inApp(true),
  'user reset-two-factor': inApp(true),
  'user sign-out': inApp(true),
  'user suspend': inApp(true),
  'user restore': inApp(true),
  'user erase': inApp(true),
  'review list': inApp(false),
  'review approve': inApp(true),
  'review reject': inApp(true),
  'review undo': inApp(true),
  audit: inApp(false),
  'edition check': inSetup(false),
  'edition diff': inMigrate(false),
  'edition import': inMigrate(true),
  'nominees import': inSetup(true),
  migrate: inMigrate(true),
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
};

/** A command as it is typed on the host, without deploy/laurel. */
export const composeCommand = (name: string): string => {
  const service = COMMANDS[name]?.service ?? 'app';
  return `docker compose ${SERVICES[service]} ${service} laurel ${name}`;
};
