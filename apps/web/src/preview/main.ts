// The page of a draft's preview: the voters' page itself, cut off from everything outside of it before it starts.

// As on the voters' page: its policy refuses what Zod would compile.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
const { cutOff } = await import('./cut-off.ts');
cutOff();
await import('../main.tsx');

export {};
