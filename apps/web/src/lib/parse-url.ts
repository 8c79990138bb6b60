/** Parses a URL; undefined if it is none. `URL.parse` is newer than some of the browsers in use. */
export const parseUrl = (text: string): URL | undefined => {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
};
