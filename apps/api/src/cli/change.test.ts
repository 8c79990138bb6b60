import { userInfo } from 'node:os';
import { listen } from '@laurel/support/cli';
import { describe, expect, it } from 'vitest';
import { confirm, organiserOf } from './change.ts';

const config = { LAUREL_OPERATOR: undefined };

describe('the operator of a command', () => {
  it('is --as, else LAUREL_OPERATOR, else the machine’s user', () => {
    const named = { LAUREL_OPERATOR: 'night shift' };
    expect(organiserOf({ as: ' olena ', reason: ' lost phone ' }, named)).toEqual({
      actor: 'olena',
      reason: 'lost phone',
    });
    expect(organiserOf({}, named)).toEqual({ actor: 'night shift', reason: null });
    expect(organiserOf({}, config)).toEqual({ actor: userInfo().username, reason: null });
  });

  it.each([
    [{ as: '' }, '--as must be one line of 1 to 100 characters.'],
    [{ as: 'a\nb' }, '--as must be one line'],
    [{ reason: '  ' }, '--reason must be one line of 1 to 500 characters.'],
    [{ reason: 'x'.repeat(501) }, '--reason must be'],
    [{ reason: 'as ada@example.org asked' }, '--reason seems to hold an address'],
  ])('is refused as %j', (who, expected) => {
    expect(() => organiserOf(who, config)).toThrow(expected);
  });
});

describe('a confirmation', () => {
  const ask = (answer: string) => {
    const asked: string[] = [];
    const output = listen();
    return { output, asked, ask: (question: string) => Promise.resolve(asked.push(question) ? answer : '') };
  };

  it('is requested after the consequences are printed, and not with --yes', async () => {
    const terminal = ask('YES ');
    await confirm(terminal, { yes: false }, ['All is lost.']);
    expect(terminal).toMatchObject({ asked: ['Type "yes" to continue: '], output: { problems: ['All is lost.'] } });
    const unasked = ask('no');
    await confirm(unasked, { yes: true }, ['All is lost.']);
    expect(unasked.asked).toEqual([]);
  });

  it.each(['', 'y', 'no', 'yes please'])('stops the command at the answer %j', async (answer) => {
    await expect(confirm(ask(answer), { yes: false }, [])).rejects.toThrow('Nothing was changed.');
  });

  it('stops the command without a terminal', async () => {
    await expect(confirm({ output: listen(), ask: undefined }, { yes: false }, [])).rejects.toThrow('Add --yes');
  });
});
