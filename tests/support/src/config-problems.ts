import { ConfigError, readConfig } from '@laurel/api/config';

/** The problems of a configuration. */
export const configProblems = (env: Readonly<Record<string, string | undefined>>): readonly string[] => {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
};
