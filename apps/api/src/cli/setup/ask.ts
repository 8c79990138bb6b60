import { input, password, select } from '@inquirer/prompts';
import { type Answers, faultOf, QUESTION_NAMES, QUESTIONS, type Question } from './questions.ts';

/** Where questions are asked; the process's own terminal where nothing is said. */
export type Terminal = { input?: NodeJS.ReadableStream; output?: NodeJS.WritableStream };

const askOne = (question: Question, answers: Answers, terminal: Terminal): Promise<string> => {
  const fallback = question.fallback?.(answers);
  const message = `${question.about}:`;
  const validate = (answer: string): string | true => {
    if (answer === '' && fallback !== undefined) return true;
    const fault = faultOf(question, answer);
    return fault === undefined || `It ${fault}.`;
  };
  if (question.choices) {
    const choices = question.choices.map((value) => ({ value }));
    return select({ message, choices, ...(fallback ? { default: fallback } : {}) }, terminal);
  }
  if (question.secret) return password({ message, mask: true, validate }, terminal);
  return input({ message, validate, ...(fallback ? { default: fallback } : {}) }, terminal);
};

/** Asks what flags have not answered, one by one; an answer that can't be is told at once and asked for again. */
export const askRest = async (given: Answers, terminal: Terminal): Promise<Answers> => {
  const answers: Answers = { ...given };
  for (const name of QUESTION_NAMES) {
    const question = QUESTIONS[name];
    if (answers[name] !== undefined || question.when?.(answers) === false) continue;
    const answer = await askOne(question, answers, terminal);
    answers[name] = question.rule.parse(answer === '' && question.fallback ? question.fallback(answers) : answer);
  }
  return answers;
};
