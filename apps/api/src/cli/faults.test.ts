import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { PassThrough } from 'node:stream';
import { listen, runLaurel } from '@laurel/support/cli';
import { beforeAll, describe, expect, it } from 'vitest';
import { endWith } from './ending.ts';
import { faultOf, referenceOf } from './faults.ts';
import { useFolder } from './testing.ts';

const folder = useFolder('file');
/** A path that not even root can create: its parent is a file. */
const unwritable = join(folder, 'file', 'below');
beforeAll(() => writeFileSync(join(folder, 'file'), ''));

const systemError = (code: string, more: object = {}) =>
  Object.assign(new Error(`${code}: something, open '/data/x'`), { code, ...more });

describe('an error of the environment', () => {
  it.each([
    ['ENOENT', /^\/data\/x: there is no such file or folder\./],
    ['EACCES', /^\/data\/x: this user \(.+\) may not use it\./],
    ['EPERM', /^\/data\/x: this user \(.+\) may not use it\./],
    ['EROFS', /^\/data\/x: this file system is read-only\. .*docker compose exec -T app laurel/s],
    ['ENOSPC', /^\/data\/x: the disk is full\./],
    ['EISDIR', /^\/data\/x: this is a folder, and a file is needed\./],
    ['ENOTDIR', /^\/data\/x: this is a file, and a folder is needed\./],
    ['EMFILE', /too many open files/],
  ])('%s is one line that names the file and what to do', (code, printed) => {
    const fault = faultOf(systemError(code, { path: '/data/x', syscall: 'open' }));
    expect(fault).toMatch(printed);
    expect(fault).not.toContain('\n');
  });

  it.each([
    ['ECONNREFUSED', { address: '127.0.0.1', port: 5432 }, /^Nothing answers at 127\.0\.0\.1:5432\./],
    ['ENOTFOUND', { hostname: 'postgres' }, /^The name postgres is not known here\./],
    ['EAI_AGAIN', { hostname: 'postgres' }, /^The name postgres could not be looked up\./],
    ['ETIMEDOUT', { address: '10.0.0.1', port: 25 }, /^10\.0\.0\.1:25 does not answer\./],
    ['28P01', { severity: 'FATAL' }, /^The database refuses the user name or the password/],
    ['3D000', { severity: 'FATAL' }, /^The database server has no database of this name/],
    ['42501', { severity: 'ERROR' }, /^The database does not allow this to the role/],
  ])('%s names the place and what to do', (code, more, printed) => {
    expect(faultOf(systemError(code, more))).toMatch(printed);
  });

  it('is found among the causes of an error', () => {
    const inner = systemError('ENOSPC', { path: '/data/x' });
    expect(faultOf(new Error('outer', { cause: inner }))).toContain('the disk is full');
    expect(faultOf(new AggregateError([inner], ''))).toContain('the disk is full');
    expect(faultOf(new TypeError('x is not a function'))).toBeUndefined();
    expect(faultOf('a text')).toBeUndefined();
  });
});

it('an unexpected error has a one-line reference with its place and without its message', () => {
  const reference = referenceOf(new TypeError('ada@example.org is not a function'));
  expect(reference).toMatch(/^\S+ TypeError faults\.test\.ts:\d+:\d+/);
  expect(reference).not.toContain('ada');
  expect(reference).not.toContain('\n');
  expect(referenceOf('a text')).toMatch(/^\S+ string$/);
});

it.each([
  ['reviews show', 1, [], /DATA_DIR: .*can’t be written/],
  ['doctor', 1, [], 'PROBLEM  configuration  DATA_DIR: '],
  ['votes export', 1, ['--out', `${unwritable}/votes.csv`], 'DATA_DIR: '],
  ['setup', 2, ['--dir', unwritable, '--yes'], 'There is no folder'],
  ['edition check', 2, [`${unwritable}/edition`], 'There is no directory'],
  ['secrets rotate', 2, ['jwt', '--dir', unwritable], 'There is no folder'],
])(
  'laurel %s in an environment that does not fit ends with %i and says what is wrong, without a stack',
  async (name, code, more, said) => {
    const ran = await runLaurel([...name.split(' '), ...more], { NODE_ENV: 'development', DATA_DIR: unwritable });
    expect(ran.text()).not.toMatch(/^ +at /m);
    expect(ran.text()).not.toContain('reference');
    expect([ran.code, ran.text()]).toEqual([code, expect.stringMatching(said)]);
  },
);

describe('Ctrl-C', () => {
  it('stops the command at a prompt without a change or a bug report', async () => {
    const dir = join(folder, 'deployment');
    const key = join(dir, 'secrets', 'data_key');
    mkdirSync(join(dir, 'secrets'), { recursive: true });
    writeFileSync(key, 'a key');
    const ask = async (question: string): Promise<string> => {
      const input = new PassThrough();
      const terminal = createInterface({ input, output: new PassThrough(), terminal: true });
      const answer = terminal.question(question);
      input.write('\x03');
      return answer.finally(() => terminal.close());
    };
    const ran = await runLaurel(['secrets', 'rotate', 'data-key', '--at-once', '--dir', dir], {}, ask);
    expect([ran.code, ran.problems.at(-1)]).toEqual([1, 'Stopped.']);
    expect(readFileSync(key, 'utf8')).toBe('a key');
  });

  it('stops a waiting drill or restore with one word', () => {
    const output = listen();
    const stopping = new AbortController();
    stopping.abort();
    expect(endWith(stopping.signal.reason, output)).toBe(1);
    expect(output.problems).toEqual(['Stopped.']);
  });
});
