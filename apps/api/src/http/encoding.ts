const WEIGHTS_OR_ANY = /[;*]/;
const NAMED = { br: /(?:^|,)\s*br\s*(?:,|$)/i, gzip: /(?:^|,)\s*gzip\s*(?:,|$)/i };
const WEIGHT = /^q=([01](?:\.\d{0,3})?)$/;

/** A coding's weight as the header gives it: 1 without one, 0 where it can't be read. */
const weightOf = (parameters: readonly string[]): number => {
  const given = parameters.find((each) => each.startsWith('q='));
  return given === undefined ? 1 : Number(WEIGHT.exec(given)?.[1] ?? 0);
};

/** The weight of each coding that a header names, `*` among them (RFC 9110 §12.5.3). */
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
 * Whether whoever sent an Accept-Encoding takes a coding, and not less gladly than no coding at all (RFC 9110 §12.5.3).
 * Who sends none gets what everybody can read.
 */
export const takesEncoding = (acceptEncoding: string | undefined, coding: 'br' | 'gzip'): boolean => {
  if (acceptEncoding === undefined) return false;
  // As every browser sends it, and without anything made for it.
  if (!WEIGHTS_OR_ANY.test(acceptEncoding)) return NAMED[coding].test(acceptEncoding);
  const given = weights(acceptEncoding);
  const weight = given.get(coding) ?? given.get('*') ?? 0;
  return weight > 0 && weight >= (given.get('identity') ?? 0);
};
