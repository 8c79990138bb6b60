import { describe, expect, it } from 'vitest';
import { FIELD_MESSAGES } from './field-messages.ts';
import { lineField, linesField } from './texts.ts';

describe('a text of one line', () => {
  it('has printable characters, and loses the spaces around it', () => {
    expect(lineField().parse(' Ґрунт, 5 % 👍 ')).toBe('Ґрунт, 5 % 👍');
  });

  it.each(['a\nb', 'a\tb', 'a\u0000b', 'a\u009fb', 'a\ud800b', 'a\u202eb'])(
    'is refused with a control character: %j',
    (text) => {
      expect(
        lineField()
          .safeParse(text)
          .error?.issues.map(({ message }) => message),
      ).toEqual([FIELD_MESSAGES.reasonLine]);
    },
  );
});

describe('a text of several lines', () => {
  it('may have tabs and ends of lines, and loses the spaces around it', () => {
    expect(linesField().parse('\n1.\tone\r\n2. два 👍\n')).toBe('1.\tone\r\n2. два 👍');
  });

  it.each(['a\u0000b', 'a\u001bb', 'a\ud800b', 'a\u200bb'])('is refused with another control character: %j', (text) => {
    expect(
      linesField()
        .safeParse(text)
        .error?.issues.map(({ message }) => message),
    ).toEqual([FIELD_MESSAGES.textControl]);
  });
});
