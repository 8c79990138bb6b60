import type { Output } from '../cli/output.ts';
import { runCli } from '../cli/program.ts';
import type { TestApi } from './harness.ts';

/** Keeps what a command says. */
export const listen = (): Output & { lines: string[]; problems: string[]; written(): string; text(): string } => {
  const lines: string[] = [];
  const problems: string[] = [];
  const parts: string[] = [];
  return {
    lines,
    problems,
    line: (text) => void lines.push(text),
    problem: (text) => void problems.push(text),
    write: async (text) => void parts.push(text),
    written: () => parts.join(''),
    text: () => [...lines, ...problems].join('\n'),
  };
};

/**
 * Runs `laurel` over the database of a test's API, with the machine's clock.
 * @param answer what the person at the terminal says; without one there is no terminal
 */
export const laurelOver = ({ deps }: TestApi, env: Record<string, string> = {}) => {
  const { DATA_DIR } = deps.config;
  return async (argv: readonly string[], answer?: string) => {
    const output = listen();
    const asked: string[] = [];
    const ask = async (question: string): Promise<string> => {
      asked.push(question);
      return answer ?? '';
    };
    const environment = { NODE_ENV: 'test', DATABASE_URL: deps.databaseUrl, DATA_DIR, ...env };
    const code = await runCli(argv, output, environment, answer === undefined ? undefined : ask);
    return { code, asked, ...output };
  };
};
