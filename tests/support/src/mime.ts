/** A received mail, parsed as far as tests need. */
export type ParsedMail = {
  /** By lower-case name, unfolded and with encoded words decoded (RFC 2047); each occurrence. */
  headers: Map<string, string[]>;
  text: string;
  html: string;
};

const decodeQuotedPrintable = (body: string): Buffer =>
  Buffer.from(
    body
      .replace(/=\r?\n/g, '')
      .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );

const decodeBody = (body: string, encoding: string): string => {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString();
  if (encoding === 'quoted-printable') return decodeQuotedPrintable(body).toString();
  return Buffer.from(body, 'latin1').toString();
};

const decodeWords = (value: string): string =>
  value
    .replace(/(=\?[^?]+\?[bq]\?[^?]*\?=)\s+(?==\?)/gi, '$1')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, encoded: string) =>
      decodeBody(
        kind.toLowerCase() === 'b' ? encoded : encoded.replaceAll('_', ' '),
        kind.toLowerCase() === 'b' ? 'base64' : 'quoted-printable',
      ),
    );

const split = (raw: string): { headers: Map<string, string[]>; body: string } => {
  const at = raw.indexOf('\r\n\r\n');
  const headers = new Map<string, string[]>();
  for (const line of raw
    .slice(0, at)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')) {
    const [, name = '', value = ''] = line.match(/^([^:]+):\s*(.*)$/) ?? [];
    headers.set(name.toLowerCase(), [...(headers.get(name.toLowerCase()) ?? []), decodeWords(value)]);
  }
  return { headers, body: raw.slice(at + 4) };
};

/** Parses a mail with one text and one HTML part (RFC 5322, RFC 2045, RFC 2046). */
export const parseMail = (raw: Buffer): ParsedMail => {
  const { headers, body } = split(raw.toString('latin1'));
  const boundary = headers.get('content-type')?.[0]?.match(/boundary="?([^";]+)"?/)?.[1] ?? '\0';
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => split(part.replace(/^\r\n/, '')));
  const partOf = (type: string): string => {
    const part = parts.find((each) => each.headers.get('content-type')?.[0]?.startsWith(type));
    return part ? decodeBody(part.body, part.headers.get('content-transfer-encoding')?.[0] ?? '7bit') : '';
  };
  return {
    headers,
    text: partOf('text/plain').replaceAll('\r\n', '\n').trimEnd(),
    html: partOf('text/html').replaceAll('\r\n', '\n').trimEnd(),
  };
};
