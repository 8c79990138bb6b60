import type { Output } from '../cli/output.ts';

/** Keeps what a command says. */
export const listen = (): Output & { lines: string[]; problems: string[]; text(): string } => {
  const lines: string[] = [];
  const problems: string[] = [];
  return {
    lines,
    problems,
    line: (text) => void lines.push(text),
    problem: (text) => void problems.push(text),
    text: () => [...lines, ...problems].join('\n'),
  };
};
