import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { listen } from '@laurel/support/cli';
import { inRepository, repositoryFile } from '@laurel/support/repository';
import type { Command } from 'commander';
import { beforeAll, describe, expect, it } from 'vitest';
import { COMMANDS, type CommandFacts, composeCommand, HOST_COMMANDS, SERVICES } from './commands.ts';
import { CALL_COMMANDS, placesOf } from './console/calls.ts';
import { createProgram } from './program.ts';
import { useFolder } from './testing.ts';

/** Every command with its full name, except those that the help hides. A family with options is a command, too. */
const leavesOf = (command: Command, name = ''): [string, Command][] => {
  const shown = command.createHelp().visibleCommands(command);
  return command.commands
    .filter((each) => shown.includes(each))
    .flatMap((each): [string, Command][] => {
      const full = `${name} ${each.name()}`.trim();
      const isCommand = each.commands.length === 0 || each.options.length > 0;
      const own: [string, Command][] = isCommand ? [[full, each]] : [];
      return [...own, ...leavesOf(each, full)];
    });
};

const leaves = leavesOf(createProgram({ output: listen(), environment: {} }, () => undefined));
const named: [string, CommandFacts][] = Object.entries(HOST_COMMANDS);

/** The rows of a table of docs/cli.md. */
const tableOf = (name: string): string[] | undefined =>
  new RegExp(`<!-- ${name} -->\n\\|[^\n]*\n\\|---\\|---\\|\n(.*?)<!-- /${name} -->`, 's')
    .exec(repositoryFile('docs/cli.md'))?.[1]
    ?.trimEnd()
    .split('\n');

describe('the table of commands', () => {
  it('names exactly the commands of the program', () => {
    expect(Object.keys(COMMANDS).sort()).toEqual(leaves.map(([name]) => name).sort());
  });

  it.each(named)('laurel %s has --json, and --dry-run if it changes something', (name, facts) => {
    const command = leaves.find(([each]) => each === name)?.[1];
    const has = (long: string) => command?.options.some((option) => option.long === long);
    const lacks = facts.without?.option;
    expect(has('--json')).toBe(lacks !== '--json');
    expect(has('--dry-run')).toBe(facts.changes && lacks !== '--dry-run');
  });

  it('is the table of docs/cli.md', () => {
    const rows = named.map(([name]) => `| \`laurel ${name}\` | \`${composeCommand(name)}\` |`);
    expect(tableOf('commands')).toEqual(rows);
  });

  it('has the calls of the console in another table of docs/cli.md', () => {
    const rows = CALL_COMMANDS.map((each) => {
      const words = [each.screen, each.name, ...placesOf(each.call).map((place) => place.toUpperCase())];
      return `| \`${words.join(' ')}\` | ${each.call.summary} |`;
    });
    expect(tableOf('calls')).toEqual(rows);
  });
});

describe('deploy/laurel', () => {
  const folder = useFolder('file');
  beforeAll(() =>
    writeFileSync(join(folder, 'docker'), '#!/bin/sh\nfor each; do printf "%s\\n" "$each"; done\n', { mode: 0o755 }),
  );

  const script = inRepository('deploy/laurel');
  const printed = (file: string, argv: readonly string[], env: Record<string, string> = {}): string =>
    execFileSync(file, argv, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { PATH: `${folder}:${process.env.PATH ?? ''}`, ...env },
    }).trimEnd();
  /** The arguments with which the script starts docker. */
  const started = (argv: readonly string[], env?: Record<string, string>): string[] =>
    printed(script, argv, env).split('\n');

  it('runs each command in its container', () => {
    const contained = Object.entries(COMMANDS).flatMap(([name, { service }]) =>
      service === 'host' ? [] : [[name, service] as const],
    );
    const runAll = 'for each; do "$0" $each --json "a b"; echo; done';
    const outputs = printed('/bin/sh', ['-c', runAll, script, ...contained.map(([name]) => name)]).split('\n\n');
    expect(outputs).toHaveLength(contained.length);
    for (const [index, [name, service]] of contained.entries()) {
      const line = outputs[index]?.split('\n') ?? [];
      expect(line.slice(0, 2)).toEqual(['compose', ...SERVICES[service].split(' ').slice(0, 1)]);
      expect(line.slice(line.indexOf(service))).toEqual([service, 'laurel', ...name.split(' '), '--json', 'a b']);
    }
  });

  it('runs laurel rehearse on the host', () => {
    // Its first use of docker is for the help, or for the configuration.
    expect(started(['rehearse', '--help']).join(' ')).toBe('compose run --rm -T setup laurel rehearse --help');
  });

  it('passes the operator and this machine’s time zone', () => {
    const { username } = userInfo();
    expect(started(['audit', 'show'])).toContain(`LAUREL_OPERATOR=${username}`);
    expect(started(['audit', 'show'], { SUDO_USER: 'olena' })).toContain('LAUREL_OPERATOR=olena');
    expect(started(['audit', 'show'], { SUDO_USER: 'olena', LAUREL_OPERATOR: 'night shift' })).toContain(
      'LAUREL_OPERATOR=night shift',
    );
    expect(started(['audit', 'show'], { TZ: 'Europe/Kyiv' })).toContain('TZ=Europe/Kyiv');
  });

  it('allocates no terminal if stdout is a file', () => {
    expect(started(['votes', 'export'])).toContain('-T');
  });

  it('prints help in a container of its own, so no other has to run', () => {
    expect(started(['--help']).slice(-3)).toEqual(['setup', 'laurel', '--help']);
    expect(started([]).slice(-2)).toEqual(['setup', 'laurel']);
  });
});
