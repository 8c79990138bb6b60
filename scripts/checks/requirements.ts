import type { Problem, Repository } from './repository.ts';

/** The requirements: id, layer and text, separated by tabs; the first line names the columns. */
const LIST = 'docs/requirements.tsv';

/** One or more ids at the start of a test's title: `it('VO-07 ER-09 one vote per category', …)`. */
const title = /['"`]((?:[A-Z][A-Z0-9]{1,2}-\d{2} )+)/g;

/** Finds requirements that no test names, and tests that name a requirement which does not exist. */
export function checkRequirements(repository: Repository): Problem[] {
  const [, ...rows] = repository.read(LIST).trimEnd().split('\n');
  const required = new Set(rows.map((row) => row.slice(0, row.indexOf('\t'))));
  const named = new Map<string, string>();
  for (const file of repository.files.filter((each) => /\.(test|spec)\.tsx?$/.test(each))) {
    for (const [, ids = ''] of repository.read(file).matchAll(title)) {
      for (const id of ids.trim().split(' ')) named.set(id, file);
    }
  }
  const unproven = [...required].filter((id) => !named.has(id));
  const unknown = [...named].filter(([id]) => !required.has(id));
  return [
    ...unproven.map((id) => ({ file: LIST, message: `${id} is named by no test` })),
    ...unknown.map(([id, file]) => ({ file, message: `${id} is no requirement of ${LIST}` })),
  ];
}
