import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** The absolute path of a path in the repository. */
export const inRepository = (path: string): string => join(ROOT, path);

/** The text of a file of the repository. */
export const repositoryFile = (path: string): string => readFileSync(inRepository(path), 'utf8');

/** The anchors of a Markdown file's headings, as on GitHub. */
export const anchorsIn = (markdown: string): string[] =>
  [...markdown.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\- ]/gu, '')
      .replaceAll(' ', '-'),
  );
