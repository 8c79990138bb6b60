import PostalMime, { decodeWords } from 'postal-mime';

/** A received mail, parsed as far as tests need. */
export type ParsedMail = {
  /** By lower-case name; each occurrence. */
  headers: Map<string, string[]>;
  text: string;
  html: string;
  /** The pictures within the HTML, by their Content-ID. */
  pictures: Map<string, { type: string; disposition: string | null; content: Buffer }>;
};

/** Parses a mail with one text and one HTML part, and its pictures (RFC 5322, RFC 2045, RFC 2046, RFC 2387). */
export const parseMail = async (raw: Uint8Array): Promise<ParsedMail> => {
  const {
    headers,
    text = '',
    html = '',
    attachments,
  } = await PostalMime.parse(raw, { attachmentEncoding: 'arraybuffer' });
  const byName = new Map<string, string[]>();
  for (const { key, value } of headers) byName.set(key, [...(byName.get(key) ?? []), decodeWords(value)]);
  const pictures: ParsedMail['pictures'] = new Map();
  for (const { contentId, mimeType, disposition, content } of attachments) {
    if (contentId === undefined || !(content instanceof ArrayBuffer)) continue;
    pictures.set(contentId.replace(/^<|>$/g, ''), { type: mimeType, disposition, content: Buffer.from(content) });
  }
  return { headers: byName, text: text.trimEnd(), html: html.trimEnd(), pictures };
};
