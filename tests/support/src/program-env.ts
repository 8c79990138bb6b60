/** The variables that a program inherits from its test: the paths of programs, and the cache of compiled modules. */
export const programEnv = (): { PATH: string; NODE_COMPILE_CACHE: string } => ({
  PATH: process.env.PATH ?? '',
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
});
