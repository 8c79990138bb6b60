import { COMMANDS, SERVICES } from './commands.ts';
import type { Output } from './output.ts';

const families = [...new Set(Object.keys(COMMANDS).map((name) => name.split(' ')[0]))].join('|');
const services = Object.keys(SERVICES).join('|');
/** Matches `laurel COMMAND` in a text, except after the name of its container. */
const MENTION = new RegExp(`(?<=^|["\\s(])(?<!\\b(?:${services})\\s)laurel (?=(?:${families})\\b)`, 'gm');

/**
 * Matches the edition's folder in hints. Their commands run in the container `migrate`, where its path is IN_MIGRATE.
 */
const FOLDER = /(?<="laurel edition (?:diff|import) )[^\s"\\]+/g;
const IN_MIGRATE = '/edition';

/**
 * Wraps an output so that the commands in its hints work where this command was typed: the container's `laurel doctor` is
 * `deploy/laurel doctor` on the host.
 * @param name the command's name where it was typed
 */
export const withHints = (output: Output, name: string): Output => {
  if (name === 'laurel') return output;
  const told = (text: string): string => text.replaceAll(FOLDER, IN_MIGRATE).replaceAll(MENTION, `${name} `);
  return { ...output, line: (text) => output.line(told(text)), problem: (text) => output.problem(told(text)) };
};
