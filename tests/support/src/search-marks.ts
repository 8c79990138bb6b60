/** Values that must not appear, by name. */
export type Marks = ReadonlyMap<string, string>;

/** The three base64 forms of a text, depending on its offset, without the characters that depend on its neighbours. */
const inBase64 = (value: string): string[] =>
  [0, 1, 2].map((before) => {
    const text = Buffer.from('x'.repeat(before) + value)
      .toString('base64')
      .replaceAll('=', '');
    const first = before === 0 ? 0 : before + 1;
    const whole = Math.floor(((before + Buffer.byteLength(value)) * 8) / 6);
    return text.slice(first, whole);
  });

/** The encodings of a value in logs, dumps, URLs and headers. */
const spellings = (value: string): string[] => {
  const base64 = inBase64(value);
  const url = base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'));
  return [
    value,
    encodeURIComponent(value),
    JSON.stringify(value).slice(1, -1),
    Buffer.from(value).toString('hex'),
    ...base64,
    ...url,
  ];
};

/** Six digits also occur in longer numbers, ids and fractions of a second, so a code must be separate. A sentence may end with it. */
const isCode = (value: string): boolean => /^\d{6}$/.test(value);
const isSeparate = (text: string, code: string): boolean =>
  new RegExp(`(?<![\\w.-])${code}(?![\\w-]|\\.\\w)`).test(text);

/** The names of the values that a text contains in any encoding. */
export const searchMarks = (text: string, marks: Marks): string[] =>
  [...marks].flatMap(([name, value]) => {
    const found = isCode(value)
      ? isSeparate(text, value)
      : spellings(value).some((spelling) => spelling.length >= 5 && text.includes(spelling));
    return found ? [name] : [];
  });
