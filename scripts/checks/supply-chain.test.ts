import { describe, expect, it } from 'vitest';
import { openRepository, type Repository } from './repository.ts';
import { checkSupplyChain } from './supply-chain.ts';

const ours = openRepository(`${import.meta.dirname}/../..`);
const messagesOf = (contents: Record<string, string>): string[] => {
  const repository: Repository = { files: Object.keys(contents), read: (file) => contents[file] ?? '' };
  return checkSupplyChain(repository).map(({ file, message }) => `${file}: ${message}`);
};
/** A file of the repository with a replacement. */
const changed = (file: string, find: string | RegExp, put: string): string[] => {
  const text = ours.read(file);
  const other = text.replace(find, put);
  expect(other, `${find} is in ${file}`).not.toBe(text);
  return messagesOf({ [file]: other });
};

const TEST = '.github/workflows/test.yml';

describe('actions', () => {
  it('are correct in every workflow of the repository', () => {
    const workflows = ours.files.filter((file) => file.startsWith('.github/workflows/'));
    expect(workflows).toContain(TEST);
    expect(messagesOf(Object.fromEntries(workflows.map((file) => [file, ours.read(file)])))).toEqual([]);
  });

  it.each(['v7', 'v7.0.1', 'main', '3d3c42e', '3d3c42e5aac5ba805825da76410c181273ba90b1'])(
    'are rejected at %s: a name can move, and a commit needs its tag',
    (reference) => {
      const problems = changed(TEST, /checkout@\S+ # v7\.0\.1/, `checkout@${reference}`);
      expect(problems).toEqual([expect.stringMatching(/test\.yml:\d+: .* is not pinned/)]);
    },
  );

  it('are rejected without permissions, with all permissions, and with a token in the working copy', () => {
    expect(changed(TEST, 'permissions:\n  contents: read\n', '')).toEqual([expect.stringContaining('permitted')]);
    expect(changed(TEST, 'permissions:\n  contents: read\n', 'permissions: write-all\n')).toHaveLength(1);
    expect(changed(TEST, 'persist-credentials: false', 'fetch-depth: 0')).toEqual([expect.stringContaining('token')]);
    expect(changed(TEST, /with:\n\s+persist-credentials: false\n/, '')).toEqual([expect.stringContaining('token')]);
  });

  it('are rejected if foreign code gets secrets or foreign text reaches a shell', () => {
    expect(changed(TEST, 'pull_request:', 'pull_request_target:')).toEqual([expect.stringContaining('stranger')]);
    const title = '$' + '{{ github.event.pull_request.title }}';
    expect(changed(TEST, 'run: bash .ci/run', `run: echo ${title}`)).toEqual([expect.stringContaining('env')]);
    expect(changed(TEST, 'run: bash .ci/run', `run: |\n          true\n          echo ${title}`)).toHaveLength(1);
  });
});

describe('packages', () => {
  it('are guarded in the repository', () => {
    for (const file of ['pnpm-workspace.yaml', 'pnpm-lock.yaml', 'Dockerfile', 'scripts/run.mjs']) {
      expect(messagesOf({ [file]: ours.read(file) })).toEqual([]);
    }
  });

  it.each([
    ['minimumReleaseAge: 4320', 'minimumReleaseAge: 4319'],
    ['minimumReleaseAge: 4320', 'minimumReleaseAge: 60'],
    ['strictDepBuilds: true', 'strictDepBuilds: false'],
    ['blockExoticSubdeps: true', ''],
    ['strictDepBuilds: true', 'strictDepBuilds: true\ndangerouslyAllowAllBuilds: true'],
    ['minimumReleaseAge: 4320', "minimumReleaseAge: 4320\nminimumReleaseAgeExclude: ['*']"],
  ])('are rejected without a guard: %s → %s', (find, put) => {
    expect(changed('pnpm-workspace.yaml', find, put)).toHaveLength(1);
  });

  it('come only from the registry, with the hash of their contents', () => {
    const integrity = /resolution: \{integrity: sha512-[^}]+\}/;
    for (const other of [
      '{tarball: https://example.org/a.tgz}',
      '{integrity: sha1-abc=}',
      '{type: git, commit: abc}',
    ]) {
      expect(changed('pnpm-lock.yaml', integrity, `resolution: ${other}`)).toHaveLength(1);
    }
  });

  it('are only installed by the lockfile', () => {
    expect(changed('Dockerfile', '--prod --frozen-lockfile', '--prod')).toEqual([expect.stringContaining('frozen')]);
    expect(changed('scripts/run.mjs', "'--frozen-lockfile', ", '')).toHaveLength(1);
  });
});
