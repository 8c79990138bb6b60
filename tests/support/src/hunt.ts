/** Values that must not turn up, by what they are. */
export type Marks = ReadonlyMap<string, string>;

/** The three ways a text can lie in base64, by what stands before it; without the letters that its neighbours decide. */
const inBase64 = (value: string): string[] =>
  [0, 1, 2].map((before) => {
    const text = Buffer.from('x'.repeat(before) + value)
      .toString('base64')
      .replaceAll('=', '');
    const first = before === 0 ? 0 : before + 1;
    const whole = Math.floor(((before + Buffer.byteLength(value)) * 8) / 6);
    return text.slice(first, whole);
  });

/** A value as logs, dumps, addresses and headers may spell it. */
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

/** Six digits stand by chance inside of longer numbers, ids and fractions of a second: a code stands alone. */
const isCode = (value: string): boolean => /^\d{6}$/.test(value);
const standsAlone = (text: string, code: string): boolean => new RegExp(`(?<![\\w.-])${code}(?![\\w.-])`).test(text);

/** Which of the values a text holds, in any spelling. */
export const hunt = (text: string, marks: Marks): string[] =>
  [...marks].flatMap(([name, value]) => {
    const found = isCode(value)
      ? standsAlone(text, value)
      : spellings(value).some((spelling) => spelling.length >= 5 && text.includes(spelling));
    return found ? [name] : [];
  });
