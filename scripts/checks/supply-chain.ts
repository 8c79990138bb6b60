import { lineAt, type Problem, type Repository } from './repository.ts';

type Rule = (file: string, text: string) => Problem[];

/** An action pinned to a commit, with its tag as a comment. Local actions need neither. */
const pinned = /^(?:\.\/|[\w.-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$)/;
/** Text that anyone may write: a title, a branch, a message. It must be in a variable, not in a script. */
const written = /\$\{\{\s*(?:github\.(?:event|head_ref|actor)|inputs)\b/;

const problemsAt = (file: string, text: string, pattern: RegExp, message: (found: string) => string | undefined) =>
  [...text.matchAll(pattern)].flatMap((match) => {
    const problem = message(match[1] ?? match[0]);
    return problem === undefined ? [] : [{ file: `${file}:${lineAt(text, match.index)}`, message: problem }];
  });

/** Workflows: actions by commit, explicit permissions, no token left behind, no foreign text in a script. */
const workflow: Rule = (file, text) => [
  ...problemsAt(file, text, /^\s*(?:- )?uses: *(.+)$/gm, (used) =>
    pinned.test(used.trim()) ? undefined : `${used} is not pinned: name the commit, and behind it "# v1.2.3"`,
  ),
  ...(/^permissions:(?! *(?:write|read)-all)/m.test(text)
    ? []
    : [{ file, message: 'says nowhere at its top what it is permitted: "permissions: {}" or "contents: read"' }]),
  ...problemsAt(file, text, /^\s*(pull_request_target|workflow_run):/gm, (event) => {
    return `${event} runs a stranger's code with our secrets`;
  }),
  ...problemsAt(file, text, /uses: *actions\/checkout@[^\n]*\n((?:(?!^\s*- )[^\n]*\n?)*)/gm, (rest) =>
    /persist-credentials: false/.test(rest) ? undefined : 'leaves its token in .git: persist-credentials: false',
  ),
  ...problemsAt(file, text, /^ *(?:- )?run: *((?:[|>][^\n]*\n(?:(?: {8,}[^\n]*)?\n)*)|[^\n]*)/gm, (script) =>
    written.test(script) ? 'puts text of strangers into a script: pass it in env' : undefined,
  ),
];

/** Minutes. Most hijacked releases are removed within three days. */
const YOUNGEST = 4320;
const settings: readonly (readonly [RegExp, string])[] = [
  [/^strictDepBuilds: true$/m, 'strictDepBuilds: true (an install script that is not listed fails the install)'],
  [/^blockExoticSubdeps: true$/m, 'blockExoticSubdeps: true (dependencies come from the registry)'],
];

/** pnpm's settings: all guards are set, without exceptions. */
const installation: Rule = (file, text) => [
  ...(Number(/^minimumReleaseAge: (\d+)$/m.exec(text)?.[1] ?? 0) >= YOUNGEST
    ? []
    : [{ file, message: `lacks minimumReleaseAge of at least ${YOUNGEST} (three days)` }]),
  ...settings.filter(([line]) => !line.test(text)).map(([, message]) => ({ file, message: `lacks ${message}` })),
  ...problemsAt(file, text, /^(minimumReleaseAgeExclude|dangerouslyAllowAllBuilds|registries|overrides):/gm, (key) => {
    return `${key} opens what the other settings close`;
  }),
];

/** The lockfile: each package from the registry with the hash of its contents. */
const lockfile: Rule = (file, text) =>
  problemsAt(file, text, /^\s+resolution: (.*)$/gm, (resolution) =>
    /^\{integrity: sha512-[\w+/]+={0,2}\}$/.test(resolution)
      ? undefined
      : `${resolution} is no registry's package by hash`,
  );

/** Installs follow the lockfile. */
const frozen: Rule = (file, text) =>
  problemsAt(file, text, /((?:pnpm install\b|\['install', )(?:[^\n]*\\\n)*[^\n]*)/g, (command) =>
    command.includes('--frozen-lockfile') ? undefined : 'installs without --frozen-lockfile',
  );

const rules: readonly (readonly [RegExp, Rule])[] = [
  [/^\.github\/workflows\/[^/]+\.ya?ml$/, workflow],
  [/^pnpm-workspace\.yaml$/, installation],
  [/^pnpm-lock\.yaml$/, lockfile],
  [/^(?:Dockerfile|scripts\/run\.mjs|\.github\/workflows\/[^/]+\.ya?ml)$/, frozen],
];

/** Finds weaknesses in the supply chain: actions, packages, install scripts. */
export function checkSupplyChain(repository: Repository): Problem[] {
  return rules.flatMap(([name, rule]) =>
    repository.files.filter((file) => name.test(file)).flatMap((file) => rule(file, repository.read(file))),
  );
}
