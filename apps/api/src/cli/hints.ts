import { COMMANDS, SERVICES } from './commands.ts';
import type { Output } from './output.ts';

const families = [...new Set(Object.keys(COMMANDS).map((name) => name.split(' ')[0]))].join('|');
const services = Object.keys(SERVICES).join('|');
/** `laurel COMMAND` in a text, but for one that already names its container. */
const MENTION = new RegExp(`(?<=^|["\\s(])(?<!\\b(?:${services})\\s)laurel (?=(?:${families})\\b)`, 'gm');

/** The edition's folder in a hint, as the container of the hint has it: that of `migrate`, whichever this command runs in. */
const FOLDER = /(?<="laurel edition (?:diff|import) )[^\s"\\]+/g;
const IN_MIGRATE = '/edition';

/**
 * An output whose hints can be typed where this command was: in a container `laurel doctor` is known, but whoever reads the
 * hint sits at the host, where it is `deploy/laurel doctor`.
 * @param name how this command is typed
 */
export const withHints = (output: Output, name: string): Output => {
  if (name === 'laurel') return output;
  const told = (text: string): string => text.replaceAll(FOLDER, IN_MIGRATE).replaceAll(MENTION, `${name} `);
  return { ...output, line: (text) => output.line(told(text)), problem: (text) => output.problem(told(text)) };
};
