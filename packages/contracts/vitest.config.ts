import { defineConfig } from 'vitest/config';

// The tests are pure functions of their input: one worker state serves all files.
export default defineConfig({ test: { include: ['src/**/*.test.ts'], isolate: false } });
