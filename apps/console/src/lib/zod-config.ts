/**
 * Zod compiles its checks with new Function, which the console's Content-Security-Policy refuses. jitless turns that off;
 * it must be set before the contracts are evaluated, so main.tsx imports this module first.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
