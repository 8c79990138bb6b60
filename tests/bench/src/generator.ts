import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A process that generates load. It handles one request at a time and answers when that is done. */
export type Generator<To, From> = { pid: number; ask(message: To): Promise<From>; stop(): Promise<void> };

/** Starts one of the programs in generators/. It ends when this process does. */
export const startGenerator = <To extends object, From>(name: string): Generator<To, From> => {
  const program = fileURLToPath(new URL(`./generators/${name}.ts`, import.meta.url));
  const child = fork(program, { execArgv: ['--disable-warning=ExperimentalWarning'] });
  const gone = once(child, 'exit');
  return {
    pid: child.pid ?? 0,
    ask: (message) =>
      new Promise((resolve, reject) => {
        child.once('message', (answer: From) => resolve(answer));
        child.send(message, (error) => {
          if (error) reject(error);
        });
        gone.then(() => reject(new Error(`the generator ${name} ended`)), reject);
      }),
    stop: async () => {
      if (child.connected) child.disconnect();
      await gone;
    },
  };
};
