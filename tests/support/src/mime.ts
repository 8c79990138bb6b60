import PostalMime, { decodeWords } from 'postal-mime';

/** A received mail, parsed as far as tests need. */
export type ParsedMail = {
  /** By lower-case name; each occurrence. */
  headers: Map<string, string[]>;
  text: string;
  html: string;
};

/** Parses a mail with one text and one HTML part (RFC 5322, RFC 2045, RFC 2046). */
export const parseMail = async (raw: Uint8Array): Promise<ParsedMail> => {
  const { headers, text = '', html = '' } = await PostalMime.parse(raw);
  const byName = new Map<string, string[]>();
  for (const { key, value } of headers) byName.set(key, [...(byName.get(key) ?? []), decodeWords(value)]);
  return { headers: byName, text: text.trimEnd(), html: html.trimEnd() };
};
