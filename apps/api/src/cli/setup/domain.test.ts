import { describe, expect, it } from 'vitest';
import { checkDomain, judgeDomain } from './domain.ts';

const MINE = '93.184.216.34';
const MINE_6 = '2606:2800:220::1';
const THEIRS = '151.101.1.140';
const PRIVATE = ['127.0.0.1', '172.17.0.3', 'fe80::1'];
const check = (found: string[], own: string[], expected?: string) =>
  judgeDomain('awards.example.org', found, own, expected);

describe('the address of a domain', () => {
  it('passes if every address is this machine’s', () => {
    expect(check([MINE], [...PRIVATE, MINE])).toEqual({ ok: true });
    expect(check(['2606:2800:0220::1'], ['2606:2800:220:0::1'])).toEqual({ ok: true });
    expect(check([MINE], PRIVATE, MINE)).toEqual({ ok: true });
  });

  it.each([
    ['has no address', [], [MINE], undefined, /has no address yet/],
    [
      'resolves to another machine',
      [THEIRS],
      [MINE],
      undefined,
      /resolves to 151\.101\.1\.140, and this machine is 93\.184/,
    ],
    ['also resolves to another machine', [MINE, THEIRS], [MINE], undefined, /resolves to 151\.101\.1\.140, and/],
    [
      'resolves to another address than --address',
      [MINE],
      PRIVATE,
      THEIRS,
      /resolves to 93\.184\.216\.34 and not to 151\.101/,
    ],
    [
      'resolves to --address and to another address of its kind',
      [MINE, THEIRS, MINE_6],
      PRIVATE,
      MINE,
      /resolves to 151\.101\.1\.140 and not to 93\.184\.216\.34:/,
    ],
    [
      'has no address of the kind of --address',
      [MINE_6],
      PRIVATE,
      MINE,
      /resolves to 2606:2800:220::1 and not to 93\.184\.216\.34:/,
    ],
    ['resolves to a private network', ['10.0.0.7'], PRIVATE, undefined, /which is not reachable from the internet/],
  ])('is rejected if it %s', (_, found, own, expected, problem) => {
    expect(check(found, own, expected)).toEqual({ ok: false, problem: expect.stringMatching(problem) });
  });

  // This test failed: a domain with both kinds was refused, whichever --address named.
  it('is compared with --address where it is of the same kind, and a note names the others', () => {
    expect(check([MINE, MINE_6], PRIVATE, MINE)).toEqual({
      ok: true,
      note: 'awards.example.org also resolves to 2606:2800:220::1, which was not checked: --address is an IPv4 address.',
    });
    expect(check([MINE, MINE_6], PRIVATE, '2606:2800:0220::1')).toEqual({
      ok: true,
      note: 'awards.example.org also resolves to 93.184.216.34, which was not checked: --address is an IPv6 address.',
    });
  });

  it('is a note, not an error, inside a container', () => {
    expect(check([MINE], PRIVATE)).toEqual({ ok: true, note: expect.stringContaining('To check it: --address IP') });
  });

  it('is not checked for a trial on this machine, and rejected if it does not exist', async () => {
    expect(await checkDomain('localhost')).toMatchObject({ ok: true, note: expect.stringContaining('trial') });
    expect(await checkDomain('console.localhost')).toMatchObject({ ok: true, note: expect.stringContaining('trial') });
    expect(await checkDomain('nothing-here.invalid')).toMatchObject({ ok: false });
  });
});
