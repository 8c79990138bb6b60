import fc from 'fast-check';
import { TlogError } from '../errors.ts';
import { anyCharacter } from './any-character.ts';

/** A copy with one bit flipped. @param bit the number of the bit, modulo the number of bits */
export function flip(bytes: Uint8Array, bit: number): Uint8Array {
  const copy = Uint8Array.from(bytes);
  const at = Math.floor(bit / 8) % copy.length;
  copy[at] = (copy[at] ?? 0) ^ (1 << (bit % 8));
  return copy;
}

/** The code of the TlogError that a parser throws, or undefined if it throws none. Any other error fails the test. */
export async function codeOf(parse: () => unknown): Promise<string | undefined> {
  try {
    await parse();
    return undefined;
  } catch (error) {
    if (error instanceof TlogError) return error.code;
    throw error;
  }
}

/** Texts near some valid ones: cut, doubled, joined, with other characters. And texts of no kind. */
export function textsNear(valid: readonly string[]): fc.Arbitrary<string> {
  const word = fc.oneof(
    fc.constantFrom(
      '\n',
      '\n\n',
      '— ',
      ' ',
      '+',
      '=',
      '0',
      '1',
      '9007199254740993',
      '\0',
      '\r',
      '\t',
      '\u0085',
      '\ud800',
      'none',
    ),
    fc.string({ unit: anyCharacter, maxLength: 6 }),
  );
  const edited = fc
    .tuple(
      fc.constantFrom(...valid),
      fc.array(fc.tuple(fc.nat(4_000), fc.nat(60), word), { minLength: 1, maxLength: 4 }),
    )
    .map(([text, edits]) =>
      edits.reduce((result, [at, length, inserted]) => {
        const from = at % (result.length + 1);
        return result.slice(0, from) + inserted + result.slice(from + length);
      }, text),
    );
  const lines = fc
    .array(fc.oneof(fc.constantFrom(...valid.flatMap((text) => text.split('\n'))), word), { maxLength: 12 })
    .map((parts) => parts.join('\n'));
  return fc.oneof(edited, edited, lines, fc.string({ unit: anyCharacter, maxLength: 300 }));
}
