const WEIGHTS_OR_ANY = /[;*]/;
const NAMED = { br: /(?:^|,)\s*br\s*(?:,|$)/i, gzip: /(?:^|,)\s*gzip\s*(?:,|$)/i };
const WEIGHT = /^q=([01](?:\.\d{0,3})?)$/;

/** The weight of a coding in the header: 1 without one, 0 if it is invalid. */
const weightOf = (parameters: readonly string[]): number => {
  const given = parameters.find((each) => each.startsWith('q='));
  return given === undefined ? 1 : Number(WEIGHT.exec(given)?.[1] ?? 0);
};

/** The weight of each coding in a header, including `*` (RFC 9110 §12.5.3). */
const weights = (acceptEncoding: string): Map<string, number> =>
  new Map(
    acceptEncoding
      .slice(0, 200)
      .toLowerCase()
      .split(',')
      .map((part): [string, number] => {
        const [coding = '', ...parameters] = part.split(';').map((each) => each.trim());
        return [coding, weightOf(parameters)];
      }),
  );

/**
 * Whether an Accept-Encoding accepts a coding, with at least the weight of `identity` (RFC 9110 §12.5.3). A client without
 * the header gets no coding.
 */
export const takesEncoding = (acceptEncoding: string | undefined, coding: 'br' | 'gzip'): boolean => {
  if (acceptEncoding === undefined) return false;
  // The header of every browser, checked without allocating.
  if (!WEIGHTS_OR_ANY.test(acceptEncoding)) return NAMED[coding].test(acceptEncoding);
  const given = weights(acceptEncoding);
  const weight = given.get(coding) ?? given.get('*') ?? 0;
  return weight > 0 && weight >= (given.get('identity') ?? 0);
};
