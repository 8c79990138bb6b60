import { type Attack, areaOf } from './attacks.ts';

const HEAD = `# Attacks

Each line is an attack that a test carries out, and what stops it. \`pnpm attack\` runs the tests of all attacks at full size (half an hour on two cores); a quick part runs in
\`npm run test:all\`. \`pnpm attack --prove\` removes each guard in a copy of the repository and shows that the test then fails. What Laurel does not stop is in [security](security.md).

This page is made from \`tests/attack/attacks.tsv\` by \`pnpm docs:attacks\`.
`;

/** The titles of the areas, in the order of the page. */
export const AREAS: Record<string, string> = {
  vote: 'The vote',
  codes: 'Codes and second factors',
  identity: 'Identity',
  floods: 'Money and floods',
  browser: 'The browser',
  protocols: 'Protocols',
  faults: 'Faults',
  trust: 'Trust',
  containers: 'Containers',
  backups: 'Backups',
  console: 'The console',
  log: 'The public log',
};

const cell = (text: string): string => text.replaceAll('|', '\\|');

const row = ({ id, attack, guard, test }: Attack): string =>
  `| ${cell(attack)} | ${cell(guard)} | [${test.file.split('/').at(-1)}](../${test.file}) | \`${id}\` |`;

/** docs/attacks.md. */
export const attacksPage = (attacks: readonly Attack[]): string => {
  const sections = Object.entries(AREAS)
    .map(([area, title]) => ({ title, mine: attacks.filter((each) => areaOf(each) === area) }))
    .filter(({ mine }) => mine.length > 0)
    .map(({ title, mine }) =>
      [`## ${title}`, '', '| attack | what stops it | test | case |', '|---|---|---|---|', ...mine.map(row)].join('\n'),
    );
  return `${[HEAD, ...sections].join('\n')}\n`.replaceAll('\n## ', '\n\n## ').replaceAll(/\n{3,}/g, '\n\n');
};
