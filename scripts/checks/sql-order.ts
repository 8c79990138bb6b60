import { lineAt, type Problem, type Repository } from './repository.ts';

/** `id::text`, `t.id::text` and `id::text AS name`. Without AS, the result column has the name of the column. */
const CAST = /(?<![$\w])(?:\w+\.)?(\w+|\$\{\w+\})::(?:text|varchar)\b(?:\s+AS\s+"?(\w+)"?)?/gi;
const ORDER = /\bORDER\s+BY\s+([^()`]+)/gi;
const AFTER_NAME = /\s+(?:ASC|DESC|NULLS|LIMIT|OFFSET|FOR)\b.*$/is;
const STATEMENT = { sql: /[^;]+/g, ts: /`[^`]*`/g };

/** The names of result columns that contain the text of another value. */
const textColumns = (statement: string): Set<string> =>
  new Set(
    [...statement.matchAll(CAST)].flatMap(([, column = '', alias]) => {
      if (alias === undefined) return [column];
      // An interpolated name may equal the alias.
      return column.startsWith('$') ? [alias, column] : [alias];
    }),
  );

/**
 * Finds SQL that orders by the text form of a column. A bare name after ORDER BY means a result column first, so
 * `SELECT id::text … ORDER BY id` sorts 10 before 9. `ORDER BY t.id` names the table's column.
 */
export function checkSqlOrder(repository: Repository): Problem[] {
  return repository.files
    .filter((file) => /\.(ts|sql)$/.test(file) && !file.startsWith('scripts/checks/'))
    .flatMap((file) => {
      const text = repository.read(file);
      const statements = text.matchAll(file.endsWith('.sql') ? STATEMENT.sql : STATEMENT.ts);
      return [...statements].flatMap(({ 0: statement, index: start }) => {
        const cast = textColumns(statement);
        return [...statement.matchAll(ORDER)].flatMap(({ 1: order = '', index }) =>
          order
            .split(',')
            .map((item) => item.replace(AFTER_NAME, '').trim())
            .filter((name) => cast.has(name))
            .map((name) => ({
              file: `${file}:${lineAt(text, start + index)}`,
              message: `orders by the text of ${name}, so that 10 comes before 9: write ORDER BY <table>.${name}`,
            })),
        );
      });
    });
}
