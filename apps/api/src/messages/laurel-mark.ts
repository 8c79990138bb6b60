import { readFileSync } from 'node:fs';

/** The HTML of a mail shows it under this Content-ID (RFC 2392). */
const CID = 'laurel-mark@laurel';

/**
 * The product's mark, as a picture within the mail: mail programs draw no SVG, and ask before they load a picture from
 * another host. Its dark background keeps the gold readable in programs that invert the mail's colours.
 */
export const LAUREL_MARK = {
  cid: CID,
  name: 'laurel.png',
  type: 'image/png',
  content: readFileSync(new URL('./laurel-mark.png', import.meta.url)),
} as const;

/** The mark as an element of a mail, 48 pixels wide; the picture has three times as many, for sharp screens. */
export const LAUREL_MARK_HTML = `<img src="cid:${CID}" width="48" height="48" alt="" style="display:block;margin:0 auto 14px;border:0;border-radius:14px">`;
