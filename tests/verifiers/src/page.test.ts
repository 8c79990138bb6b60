import { createHash } from 'node:crypto';
import vm from 'node:vm';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readPage } from './run-block.ts';

const { html, policy, style, checks, script } = readPage();
const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const dictionary = z.record(z.string(), z.string());
const words = z.record(z.string(), z.union([z.string(), z.array(z.string())]));
/** The texts of the page's script. */
const { TEXTS, SAYINGS } = z
  .object({ TEXTS: z.object({ en: words, uk: words }), SAYINGS: z.object({ en: dictionary, uk: dictionary }) })
  .parse(vm.runInNewContext(`${script.slice(0, script.indexOf('const find ='))};({ TEXTS, SAYINGS })`));

const placeholdersOf = (text: string): string[] => [...text.matchAll(/\{\w+\}/g)].map(([found]) => found).sort();

describe('verify.html', () => {
  it('runs its own script and style alone, and loads and sends nothing', () => {
    expect(policy.split('; ').toSorted()).toEqual(
      [
        "default-src 'none'",
        "base-uri 'none'",
        "form-action 'none'",
        `script-src ${hashOf(script)}`,
        `style-src ${hashOf(style)}`,
        'worker-src blob:',
      ].toSorted(),
    );
  });

  it('names no address', () => {
    expect(html.replaceAll('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:|\/\/[a-z]/);
    expect(html).not.toMatch(/\b(src|href)=/);
  });

  it('says everything in both languages, with the same facts', () => {
    const [en, uk] = [SAYINGS.en, SAYINGS.uk];
    expect(Object.keys(uk)).toEqual(Object.keys(en));
    expect(Object.keys(TEXTS.uk)).toEqual(Object.keys(TEXTS.en));
    for (const [id, text] of Object.entries(en)) {
      expect({ id, facts: placeholdersOf(uk[id] ?? '') }).toEqual({ id, facts: placeholdersOf(text) });
    }
  });

  it('has words for each finding, and no words for others', () => {
    const named = [...checks.matchAll(/'([a-z0-9-]+(?:\.[a-z-]+)?)'/g)].map(([, id = '']) => id);
    const reported = [...checks.matchAll(/report(?:Broken)?\(\s*'[a-z-]+',\s*'([a-z.-]+)'/g)].map(([, id = '']) => id);
    const thrown = [...checks.matchAll(/new (?:BadInput|Broken)\('([a-z0-9-]+)'/g)].map(([, id = '']) => id);
    expect([...reported, ...thrown].filter((id) => SAYINGS.en[id] === undefined)).toEqual([]);
    expect(Object.keys(SAYINGS.en).filter((id) => !named.includes(id))).toEqual([]);
  });
});
