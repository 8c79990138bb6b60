/** Logos and a table of nominees, all at once. */
export const ImportBar = (_props: { within: string | undefined }) => null;
