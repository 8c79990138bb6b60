/** Longer names break a greeting, and nobody is greeted by more. */
const MAX = 60;

/** What mail programs turn into a link, or read as an address. */
const LINKLIKE = /[@/\\]|www\.|\p{L}\.\p{L}{2}/iu;

/** Invisible characters that reorder or hide what stands around them (Unicode bidirectional controls, zero widths). */
const INVISIBLE = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;

/**
 * A name as it may stand in a greeting, or undefined. Anyone can register someone else's address under any name: a
 * name that reads like a link would make our mail carry a stranger's advertisement.
 */
export const greetingName = (name: string): string | undefined => {
  const shown = name.replace(INVISIBLE, '').replace(/\s+/gu, ' ').trim();
  return shown === '' || shown.length > MAX || LINKLIKE.test(shown) ? undefined : shown;
};
