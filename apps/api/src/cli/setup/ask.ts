import { input, password, select } from '@inquirer/prompts';
import { type Answers, faultOf, QUESTION_NAMES, QUESTIONS, type Question, type QuestionName } from './questions.ts';

/** The terminal for questions; the process's own by default. */
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

/**
 * Asks the unanswered questions one by one. An invalid answer is reported at once and asked for again.
 * @param only the questions to ask; all by default
 * @param last the question after which to stop
 */
export const askRest = async (
  given: Answers,
  terminal: Terminal,
  only: readonly QuestionName[] = QUESTION_NAMES,
  last?: QuestionName,
): Promise<Answers> => {
  const answers: Answers = { ...given };
  const end = last === undefined ? QUESTION_NAMES.length : QUESTION_NAMES.indexOf(last) + 1;
  for (const name of QUESTION_NAMES.slice(0, end)) {
    if (!only.includes(name)) continue;
    const question = QUESTIONS[name];
    if (answers[name] !== undefined || question.when?.(answers) === false) continue;
    const answer = await askOne(question, answers, terminal);
    answers[name] = question.rule.parse(answer === '' && question.fallback ? question.fallback(answers) : answer);
  }
  return answers;
};
