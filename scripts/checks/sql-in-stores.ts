import { lineAt, type Problem, type Repository } from './repository.ts';

const folders = /^apps\/api\/src\/(features|http|crypto|concurrency)\//;
const store = /(^|[/.])store\.ts$/;
const query =
  /\$(?:queryRaw|executeRaw)|\b(?:db|tx|pool|client)\.query\(|\b(?:db|tx)\.\w+\.(?:find|create|update|upsert|delete|count|aggregate|groupBy)\w*\(/g;

/** Finds SQL outside store.ts and <part>.store.ts. */
export function checkSqlInStores(repository: Repository): Problem[] {
  return repository.files
    .filter((file) => folders.test(file) && !store.test(file) && !/\.test\.ts$/.test(file))
    .flatMap((file) => {
      const text = repository.read(file);
      return [...text.matchAll(query)].map((match) => ({
        file: `${file}:${lineAt(text, match.index)}`,
        message: 'runs SQL; only store.ts and <part>.store.ts do',
      }));
    });
}
