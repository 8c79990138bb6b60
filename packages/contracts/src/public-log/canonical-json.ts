/** A value of JSON. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/**
 * The canonical form of a JSON value (RFC 8785): no spaces, names sorted by their UTF-16 units, numbers as JavaScript
 * writes them.
 * @throws RangeError for values without a canonical form: numbers that are not finite, and texts with half a character
 */
export function canonicalJson(value: Json): string {
  if (typeof value === 'string') {
    if (!value.isWellFormed()) throw new RangeError('A text of canonical JSON is UTF-8.');
    return JSON.stringify(value);
  }
  if (typeof value === 'number' && !Number.isFinite(value)) throw new RangeError('A number of JSON is finite.');
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${canonicalJson(name)}:${canonicalJson(value[name] ?? null)}`).join(',')}}`;
}

/** `Array.isArray` does not know read-only arrays. */
function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
