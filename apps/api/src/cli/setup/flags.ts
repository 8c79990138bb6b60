import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { MisuseError } from '../output.ts';
import { type Answers, faultOf, flagOf, QUESTION_NAMES, QUESTIONS } from './questions.ts';

/** Adds one flag for each question to a command. */
export const withQuestionFlags = (command: Command): Command =>
  QUESTION_NAMES.reduce((each, name) => {
    const { placeholder, about, secret } = QUESTIONS[name];
    return each.option(`${flagOf(name)} <${placeholder}>`, secret ? `${about}; @FILE reads it from a file` : about);
  }, command);

const contentOf = (flag: string, path: string): string => {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    throw new MisuseError(`${flag}: there is no file ${path} that can be read.`);
  }
};

/**
 * Reads the answers from the flags.
 * @throws MisuseError naming every invalid flag with its rule
 */
export const answersOf = (options: Record<string, unknown>): Answers => {
  const answers: Answers = {};
  const faults: string[] = [];
  for (const name of QUESTION_NAMES) {
    const question = QUESTIONS[name];
    const given = options[name];
    if (typeof given !== 'string') continue;
    const answer = question.secret && given.startsWith('@') ? contentOf(flagOf(name), given.slice(1)) : given;
    const fault = faultOf(question, answer);
    if (fault === undefined) answers[name] = question.rule.parse(answer);
    else faults.push(`${flagOf(name)} ${fault}`);
  }
  if (faults.length > 0) throw new MisuseError(`Nothing was written:\n${faults.map((each) => `  ${each}`).join('\n')}`);
  return answers;
};

/**
 * Fills in the defaults.
 * @throws MisuseError naming every missing flag
 */
export const completed = (given: Answers): Answers => {
  const answers: Answers = { ...given };
  const missing: string[] = [];
  for (const name of QUESTION_NAMES) {
    const question = QUESTIONS[name];
    if (question.when?.(answers) === false) delete answers[name];
    else if (answers[name] === undefined && question.fallback) answers[name] = question.fallback(answers);
    else if (answers[name] === undefined)
      missing.push(`  ${flagOf(name)} <${question.placeholder}>  ${question.about}`);
  }
  if (missing.length === 0) return answers;
  throw new MisuseError(
    `There is no terminal for questions, or --yes was given. Nothing was written. Missing:\n${missing.join('\n')}`,
  );
};
