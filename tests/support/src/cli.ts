import type { Output } from '@laurel/api/cli/output';
import { runCli } from '@laurel/api/cli/program';
import type { TestApi } from './harness.ts';

/** Collects the output of a command. */
export const listen = (): Output & { lines: string[]; problems: string[]; written(): string; text(): string } => {
  const lines: string[] = [];
  const problems: string[] = [];
  const parts: (string | Uint8Array)[] = [];
  return {
    lines,
    problems,
    line: (text) => void lines.push(text),
    problem: (text) => void problems.push(text),
    write: async (text) => void parts.push(text),
    written: () => Buffer.concat(parts.map((part) => Buffer.from(part))).toString(),
    text: () => [...lines, ...problems].join('\n'),
  };
};

/** Runs `laurel` with only this environment and collects its output. */
export const runLaurel = async (
  argv: readonly string[],
  environment: Readonly<Record<string, string>>,
  ask?: (question: string) => Promise<string>,
) => {
  const output = listen();
  const code = await runCli(argv, output, environment, ask);
  return { code, ...output };
};

/**
 * Runs `laurel` on the database of a test's API with the system clock.
 * @param answer the answer at the terminal; without it there is no terminal
 */
export const laurelOver = ({ deps }: Pick<TestApi, 'deps'>, env: Record<string, string> = {}) => {
  const { DATA_DIR } = deps.config;
  return async (argv: readonly string[], answer?: string) => {
    const asked: string[] = [];
    const ask = async (question: string): Promise<string> => {
      asked.push(question);
      return answer ?? '';
    };
    const environment = { NODE_ENV: 'test', DATABASE_URL: deps.databaseUrl, DATA_DIR, ...env };
    return { ...(await runLaurel(argv, environment, answer === undefined ? undefined : ask)), asked };
  };
};
