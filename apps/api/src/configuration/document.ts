import { backupSchema } from '@laurel/backup/settings';
import { COMPOSE_VARIABLES, SECRET_FILES, SECRET_NAMES, secretFileOf } from './deployment.ts';
import { CHAPTERS, REFERENCE } from './reference.ts';
import { configSchema, NEEDS, type VariableName } from './schema.ts';

const NAMES = configSchema.keyof().options;
const DEFAULTS = configSchema.parse({});

const defaultOf = (name: VariableName): string | undefined => {
  const value = DEFAULTS[name];
  return value === undefined ? undefined : String(value);
};

type BackupEntry = { name: string; about: string; fallback: string | undefined; file: string | undefined };

/** The variables of backups, which explain themselves. */
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

/** When a variable must be set, to be read after "needed". */
const neededWhen = (name: VariableName): string =>
  NEEDS.filter(({ names }) => names.includes(name))
    .map(({ when }) => when)
    .join(' and ');

/** Splits a text into lines of at most `width` characters, at blanks. */
const wrap = (text: string, width: number): string[] =>
  text.match(new RegExp(`\\S(?:.{0,${width - 2}}\\S)?(?= |$)`, 'g')) ?? [];

const chapters = (Object.keys(CHAPTERS) as (keyof typeof CHAPTERS)[]).map((chapter) => ({
  title: CHAPTERS[chapter],
  names: NAMES.filter((name) => REFERENCE[name].chapter === chapter),
}));

const GENERATED = 'Made by "pnpm docs:configuration" from apps/api/src/configuration: change it there.';

const row = (cells: readonly string[]): string => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;

const variableRow = (name: VariableName): string => {
  const { about, secret } = REFERENCE[name];
  const fallback = defaultOf(name);
  const file = secretFileOf(name);
  const kept = secret ? ` **Secret**${file ? `: \`secrets/${file}\`` : ''}.` : '';
  return row([
    `\`${name}\``,
    fallback === undefined ? 'unset' : `\`${fallback}\``,
    neededWhen(name),
    `${about}${kept}`,
  ]);
};

/** docs/configuration.md. */
export const configurationPage = (): string => `<!-- ${GENERATED} -->
# Configuration

Everything is set by environment variables; \`laurel setup\` writes those a deployment needs into \`.env\` (names and
numbers) and \`secrets/\` (one file for each secret). \`.env.example\` is the same list to copy from. A value that is
missing or wrong stops the start, and every command, with the name of the variable and what it must be.

**Secrets come as files.** Every variable \`NAME\` has a twin \`NAME_FILE\`: the path of a file that holds the value, as
container engines mount secrets (\`JWT_SECRET_FILE=/run/secrets/jwt_secret\`). Blanks and line ends around the value are
dropped, an empty file or value is unset, and the file wins where both are set.

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
In production \`TELEGRAM_BOT_TOKEN\` or \`INSTAGRAM_PROVIDER\` is needed as well: a voter proves one of the two.
\`JWT_SECRET\` and \`DATA_KEY\` must not be easy to guess.

## Backups

These are for the backup container (\`laurel backup …\`).

| variable | default | what it is |
|---|---|---|
${BACKUPS.map(backupRow).join('\n')}

## docker-compose.yml

These stand in \`.env\` too; \`docker compose\` reads them, Laurel does not.

| variable | default | what it is |
|---|---|---|
${Object.entries(COMPOSE_VARIABLES)
  .map(([name, { fallback, about }]) =>
    row([`\`${name}\``, fallback === undefined ? 'unset' : `\`${fallback}\``, about]),
  )
  .join('\n')}

## The files in \`secrets/\`

docker-compose.yml mounts each of these as \`/run/secrets/NAME\`, so each must exist; one that is not used is empty.

| file | variable | what it is |
|---|---|---|
${SECRET_NAMES.map((name) => {
  const file = SECRET_FILES[name];
  return row([`\`${name}\``, 'variable' in file ? `\`${file.variable}\`` : '', file.about]);
}).join('\n')}

The folder is closed to everybody but its owner (0700), and the files in it can be read by everybody (0444). Compose
mounts a secret with the owner and mode that the file has on the host, and the containers run as users of their own
(Laurel as 1000, PostgreSQL as 999, and with a rootless engine as numbers that the host does not know): a file for one
user would be closed to the others. On the host the folder keeps people out; in a container only its own secrets are
there.
`;

const comment = (text: string): string[] => wrap(text.replaceAll('`', ''), 116).map((line) => `# ${line}`);

const exampleOf = (name: VariableName): string => {
  const { about } = REFERENCE[name];
  const file = secretFileOf(name);
  const needed = neededWhen(name);
  const lines = comment(`${about}${needed ? ` Needed ${needed}.` : ''}`);
  if (file !== undefined) return [...lines, `# Secret: put it into secrets/${file}`].join('\n');
  const twin = REFERENCE[name].secret ? '_FILE' : '';
  return [...lines, `#${name}${twin}=${quoted(twin ? '' : (defaultOf(name) ?? ''))}`].join('\n');
};

/** A value as .env says it: in single quotes, where nothing is replaced, if it has more than plain characters. */
export const quoted = (value: string): string => {
  if (/^[\w.:/@+,=-]*$/.test(value)) return value;
  return value.includes("'") ? `"${value}"` : `'${value}'`;
};

/** .env.example. */
export const envExample = (): string => {
  const compose = Object.entries(COMPOSE_VARIABLES).map(([name, { fallback, about }]) =>
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
      'Every variable of a deployment. "laurel setup" writes a .env with those that matter, and the secrets beside it; or copy this file to .env and fill it in. Lines that begin with # show the default, or nothing where there is none.',
    ),
  ].join('\n');
  return `${[head, '### docker-compose.yml', ...compose, ...rest, '### Backups', ...backups].join('\n\n')}\n`;
};
