import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SENDER_RULES, SOURCES_READ, sendersFinding } from './sms-senders.ts';

const NAME = 'Meridian';
const codesIn = (detail: string): string[] => [...detail.matchAll(/\+(\d+) \(/g)].map(([, code = '']) => code);

describe('senders of text messages', () => {
  it('have rules in five countries, and in those that prices name', () => {
    expect(codesIn(sendersFinding([], undefined).detail)).toEqual(['380', '48', '49', '44', '1']);
    const named = sendersFinding(['34', '44', '421'], undefined);
    expect(codesIn(named.detail)).toEqual(['34', '44', '380', '48', '49', '1']);
    expect(named.detail).toMatch(/Ask your provider about \+421\.$/);
  });

  it.each([
    ['a name, to America', ['1'], NAME, /from Meridian don’t arrive in the United States/],
    ['a foreign number, to Britain', ['44'], '+380441234567', /don’t arrive in United Kingdom/],
    ['a British number, to Britain', ['44'], '+447700900123', undefined],
    ['a number, to America', ['1'], '+15005550006', undefined],
    ['a messaging service', ['1', '44'], `MG${'0'.repeat(32)}`, undefined],
    ['a name, where prices name no country', [], NAME, undefined],
  ])('arrive, or are a task: %s', (_, codes, from, problem) => {
    const { detail, advice } = sendersFinding(codes, from);
    expect(advice === undefined).toBe(problem === undefined);
    if (problem) expect(detail).toMatch(problem);
  });

  it('have a source each, which the page for operators names, with its date', () => {
    const page = readFileSync(join(import.meta.dirname, '../../../../docs/self-hosting.md'), 'utf8');
    expect(page).toContain(SOURCES_READ);
    for (const { code, needs, source } of SENDER_RULES)
      expect(page).toContain(`| +${code} | ${needs} | [source](${source}) |`);
  });
});
