import { describe, expect, it } from 'vitest';
import { FIELD_MESSAGES } from '../field-messages.ts';
import { personNameSchema, shortNameSchema } from './session.ts';

const messagesOf = (schema: typeof shortNameSchema, name: string) =>
  schema.safeParse(name).error?.issues.map(({ message }) => message);

describe('a name on the team', () => {
  it('has one spelling, and the letters of one alphabet', () => {
    expect(personNameSchema.parse(' \uff2f\uff4c\uff45\uff4e\uff41 2 ')).toBe('Olena 2');
    for (const name of ['Олена Коваль', 'Jean-Luc O’Neill', '李 明 Li'])
      expect(personNameSchema.parse(name)).toBe(name);
    // A Cyrillic letter, and a Greek one, that look Latin.
    for (const name of ['\u041elena', '\u039flena']) {
      expect(messagesOf(personNameSchema, name)).toEqual([FIELD_MESSAGES.nameScripts]);
    }
    for (const name of ['Ol\u200bena', 'Olena\ud800', 'Ol\u00adena', '\u3164\u3164', 'olena@example']) {
      expect(messagesOf(personNameSchema, name)).toEqual([FIELD_MESSAGES.nameCharacters]);
    }
  });

  it('of a passkey may have letters of several alphabets', () => {
    expect(shortNameSchema.parse('Мій iPhone')).toBe('Мій iPhone');
  });
});
