import { spawn } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { inRepository } from '@laurel/support/repository';

/**
 * Replaces `docker`: knows the copies of the app, and writes every call to `calls`. A call that matches a line of
 * `failing` prints the file `reason` to its standard error and fails; one that matches a line of `held` waits until that file
 * is gone; one that matches the pattern of a line of `answers` prints the rest of the line.
 */
const PROGRAM = `#!/bin/sh
cd "$STUB"
echo "$*" >>calls
if [ -s failing ] && echo "$*" | grep -qf failing; then cat reason >&2; exit 1; fi
while [ -s held ] && echo "$*" | grep -qf held; do sleep 0.1; done
if [ -s answers ]; then while IFS='|' read -r call answer; do case $* in $call) echo "$answer"; exit 0 ;; esac; done <answers; fi
case $* in
  'compose config') echo 'name: laurel' ;;
  'compose ps -aq app') cat copies ;;
  'compose ps -aq migrate') echo migrated ;;
  'wait migrated') echo 0 ;;
  'start '*) echo "$2" ;;
  'compose up --no-start'*) echo "copy-$$" >>copies ;;
  'inspect --format'*) echo 'running healthy 0' ;;
  'rm copy-'*) grep -vx "$2" copies >kept; mv kept copies ;;
  'rm --force copy-'*) grep -vx "$3" copies >kept; mv kept copies ;;
  'compose ps -q '*) ls "in/$4" 2>/dev/null | head -n 1 ;;
  'compose exec -T '*' cat '*) cat "in/$4$6" ;;
  'compose config --images'*) echo 'laurel:1.5.0' ;;
  'compose exec -T app laurel phase show --json') echo '  "phase": "open"' ;;
esac
exit 0
`;

/** A deployment's folder with the scripts of deploy/, and the stub in the place of the engine. */
export const createStubbed = () => {
  const folder = mkdtempSync(join(tmpdir(), 'laurel-scripts-'));
  const stub = join(folder, 'stub');
  cpSync(inRepository('deploy'), join(folder, 'deploy'), { recursive: true });
  for (const path of ['stub', 'secrets']) mkdirSync(join(folder, path));
  writeFileSync(join(stub, 'docker'), PROGRAM);
  chmodSync(join(stub, 'docker'), 0o755);
  writeFileSync(join(folder, '.env'), 'LAUREL_VERSION=1.4.0\n');
  writeFileSync(join(folder, 'secrets/database_console_url'), '');
  writeFileSync(join(stub, 'copies'), 'copy-a\ncopy-b\n');
  const before = readdirSync(folder).sort();
  const linesOf = (name: string): string[] =>
    existsSync(join(stub, name)) ? readFileSync(join(stub, name), 'utf8').split('\n').filter(Boolean) : [];
  const start = (script: string, ...args: string[]) => {
    const child = spawn(join(folder, script), args, {
      cwd: folder,
      env: { PATH: `${stub}:${process.env.PATH}`, STUB: stub },
      detached: true,
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    child.stdin.end();
    const ended = new Promise<{ code: number | null; output: string }>((resolve) => {
      child.on('close', (code) => resolve({ code, output }));
    });
    return { pid: child.pid ?? 0, ended };
  };
  return {
    folder,
    /** Starts a script of the folder in a process group of its own. */
    start,
    run: (script: string, ...args: string[]) => start(script, ...args).ended,
    /** What the scripts asked the engine for. */
    calls: (): string[] => linesOf('calls'),
    /** The copies of the app. */
    copies: (): string[] => linesOf('copies'),
    /** Calls that match fail from now on, with a reason. */
    fail: (call: string, reason: string): void => {
      appendFileSync(join(stub, 'failing'), `${call}\n`);
      writeFileSync(join(stub, 'reason'), reason);
    },
    /** A service runs, and its container has this file. */
    runs: (service: string, path: string, content: string): void => {
      const file = join(stub, 'in', service, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, content);
    },
    /** Calls that match a shell pattern print this from now on. */
    answer: (pattern: string, line: string): void => appendFileSync(join(stub, 'answers'), `${pattern}|${line}\n`),
    /** Forgets all answers. */
    forgetAnswers: (): void => rmSync(join(stub, 'answers'), { force: true }),
    /** Calls that match wait from now on, until they are released. */
    hold: (call: string): void => appendFileSync(join(stub, 'held'), `${call}\n`),
    release: (): void => rmSync(join(stub, 'held')),
    /** The files of the folder that were not there at first. */
    left: (): string[] => readdirSync(folder).filter((name) => !before.includes(name)),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
};
