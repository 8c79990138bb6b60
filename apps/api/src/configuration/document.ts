import { backupSchema } from '@laurel/backup/settings';
import { COMPOSE_VARIABLES, type ComposeEntry, SECRET_FILES, SECRET_NAMES, secretFileOf } from './deployment.ts';
import { CHAPTERS, REFERENCE } from './reference.ts';
import { configSchema, NEEDS, type VariableName } from './schema.ts';

const NAMES = configSchema.keyof().options;
const DEFAULTS = configSchema.parse({});

const defaultOf = (name: VariableName): string | undefined => {
  const value = DEFAULTS[name];
  return value === undefined ? undefined : String(value);
};

/** Whether a variable is a secret. One has no file of its own: deployments with a pooler set it. */
const isSecret = (name: VariableName): boolean => name === 'DATABASE_LISTEN_URL' || secretFileOf(name) !== undefined;

type BackupEntry = { name: string; about: string; fallback: string | undefined; file: string | undefined };

/** The variables of backups. Their descriptions are in their schema. */
const BACKUPS: readonly BackupEntry[] = backupSchema.keyof().options.map((name) => {
  const schema = backupSchema.shape[name];
  const fallback = schema.safeParse(undefined);
  const value = fallback.success ? fallback.data : undefined;
  const about = schema.description ?? '';
  return {
    name,
    about: `${about.charAt(0).toUpperCase()}${about.slice(1)}.`,
    fallback: value === undefined ? undefined : String(value),
    file: secretFileOf(name),
  };
});

const backupRow = ({ name, about, fallback, file }: BackupEntry): string =>
  row([
    `\`${name}\``,
    fallback === undefined ? 'unset' : `\`${fallback}\``,
    `${about}${file ? ` **Secret**: \`secrets/${file}\`.` : ''}`,
  ]);

/** When a variable must be set, as a text after "needed". */
const neededWhen = (name: VariableName): string =>
  NEEDS.filter(({ names }) => names.includes(name))
    .map(({ when }) => when)
    .join(' and ');

/** Wraps a text at spaces into lines of at most `width` characters. */
const wrap = (text: string, width: number): string[] =>
  text.match(new RegExp(`\\S(?:.{0,${width - 2}}\\S)?(?= |$)`, 'g')) ?? [];

const chapters = Object.entries(CHAPTERS).map(([title, chapter]) => ({
  title,
  names: NAMES.filter((name) => name in chapter),
}));

const GENERATED = 'Made by "pnpm docs:configuration" from apps/api/src/configuration: change it there.';

const row = (cells: readonly string[]): string => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;

const variableRow = (name: VariableName): string => {
  const fallback = defaultOf(name);
  const file = secretFileOf(name);
  const kept = isSecret(name) ? ` **Secret**${file ? `: \`secrets/${file}\`` : ''}.` : '';
  return row([
    `\`${name}\``,
    fallback === undefined ? 'unset' : `\`${fallback}\``,
    neededWhen(name),
    `${REFERENCE[name]}${kept}`,
  ]);
};

/** Renders docs/configuration.md. */
export const configurationPage = (): string => `<!-- ${GENERATED} -->
# Configuration

Environment variables configure Laurel. \`laurel setup\` writes the variables of a deployment into \`.env\` (names and
numbers) and \`secrets/\` (one file for each secret). \`.env.example\` is the same list to copy from. If a value is missing or
wrong, the server, and each command that needs it, stop and name every such variable with its rule. \`laurel doctor\` lists
them as a problem.

**Set secrets as files.** For every variable \`NAME\` there is a variable \`NAME_FILE\`: the path of a file with the value, as
container engines mount secrets (\`JWT_SECRET_FILE=/run/secrets/jwt_secret\`). Whitespace around the value is removed. An
empty file or value counts as unset. If both are set, the file is used.

${chapters
  .map(({ title, names }) =>
    [
      `## ${title}\n`,
      '| variable | default | needed | what it is |',
      '|---|---|---|---|',
      ...names.map(variableRow),
      '',
    ].join('\n'),
  )
  .join('\n')}
Production also needs \`TELEGRAM_BOT_TOKEN\` or \`INSTAGRAM_PROVIDER\`: a voter verifies one of the two accounts.
\`JWT_SECRET\`, \`DATA_KEY\` and \`LOG_KEY\` must not be easy to guess.

## Backups

The backup container (\`laurel backup …\`) uses these variables.

| variable | default | what it is |
|---|---|---|
${BACKUPS.map(backupRow).join('\n')}

## docker-compose.yml

These variables are also in \`.env\`. \`docker compose\` reads them; \`laurel doctor\`, \`laurel rehearse\` and \`deploy/upgrade.sh\` use a few.

| variable | default | what it is |
|---|---|---|
${Object.entries<ComposeEntry>(COMPOSE_VARIABLES)
  .map(([name, { fallback, about }]) =>
    row([`\`${name}\``, fallback === undefined ? 'unset' : `\`${fallback}\``, about]),
  )
  .join('\n')}

## The files in \`secrets/\`

docker-compose.yml mounts each of these files except \`backup_identity\` as \`/run/secrets/NAME\`, so every other file must
exist. Unused ones are empty.

| file | variable | what it is |
|---|---|---|
${SECRET_NAMES.map((name) => {
  const file = SECRET_FILES[name];
  return row([`\`${name}\``, 'variable' in file ? `\`${file.variable}\`` : '', file.about]);
}).join('\n')}

Only the owner can open the folder (0700), but every user can read the files in it (0444). Compose mounts a secret with the
owner and mode of the file on the host, and the containers run as different users (Laurel as 1000, PostgreSQL as 999, with a
rootless engine as other numbers), so a file with one owner would be unreadable for the others. On the host, the folder
protects the files; a container sees only its own secrets, except \`setup\`, which sees the whole folder while a command runs.
`;

const comment = (text: string): string[] => wrap(text.replaceAll('`', ''), 116).map((line) => `# ${line}`);

const exampleOf = (name: VariableName): string => {
  const file = secretFileOf(name);
  const needed = neededWhen(name);
  const lines = comment(`${REFERENCE[name]}${needed ? ` Needed ${needed}.` : ''}`);
  if (file !== undefined) return [...lines, `# Secret: put it into secrets/${file}`].join('\n');
  const twin = isSecret(name) ? '_FILE' : '';
  return [...lines, `#${name}${twin}=${quoted(twin ? '' : (defaultOf(name) ?? ''))}`].join('\n');
};

/** Quotes a value for .env: in single quotes, which prevent substitution, if it has special characters. */
export const quoted = (value: string): string => {
  if (/^[\w.:/@+,=-]*$/.test(value)) return value;
  return value.includes("'") ? `"${value}"` : `'${value}'`;
};

/** Renders .env.example. */
export const envExample = (): string => {
  const compose = Object.entries<ComposeEntry>(COMPOSE_VARIABLES).map(([name, { fallback, about }]) =>
    [...comment(about), fallback === undefined ? `${name}=` : `#${name}=${fallback}`].join('\n'),
  );
  const rest = chapters.flatMap(({ title, names }) => [`### ${title}`, ...names.map(exampleOf)]);
  const backups = BACKUPS.map(({ name, about, fallback, file }) =>
    [
      ...comment(about),
      file === undefined ? `#${name}=${quoted(fallback ?? '')}` : `# Secret: put it into secrets/${file}`,
    ].join('\n'),
  );
  const head = [
    ...comment(GENERATED),
    '#',
    ...comment(
      'Every variable of a deployment. "laurel setup" writes a .env with the required ones, and the secrets. You can also copy this file to .env and fill it in. Lines that start with # show the default, if there is one.',
    ),
  ].join('\n');
  return `${[head, '### docker-compose.yml', ...compose, ...rest, '### Backups', ...backups].join('\n\n')}\n`;
};
