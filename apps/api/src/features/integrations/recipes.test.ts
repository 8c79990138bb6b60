import { createHmac } from 'node:crypto';
import { HOOK_DATA, HOOK_TYPES, hookBodySchema } from '@laurel/contracts/console/hook-events';
import { LANGUAGES } from '@laurel/contracts/languages';
import { repositoryFile } from '@laurel/support/repository';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { sentenceOf } from './hooks.policy.ts';

const guide = repositoryFile('docs/integrations.md');
const block = (language: string): string => guide.split(`\`\`\`${language}\n`)[1]?.split('```')[0] ?? '';

describe('docs/integrations.md', () => {
  it('shows a body, and the data of each type, as they are', () => {
    expect(hookBodySchema.safeParse(JSON.parse(block('json'))).error).toBeUndefined();
    const rows = [...guide.matchAll(/^\| `([a-z.]+)` \|.*\| `(\{.*\})` \|$/gm)];
    expect(rows.map(([, type]) => type)).toEqual(HOOK_TYPES);
    for (const [, type = '', data = ''] of rows) {
      const known = HOOK_TYPES.find((each) => each === type) ?? 'test';
      const example = HOOK_DATA[known].parse(JSON.parse(data));
      for (const language of LANGUAGES) expect(sentenceOf(language, known, example)).toMatch(/\.$/);
    }
  });

  it('has a check of the signature that works', () => {
    const headers = { 'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek', 'webhook-timestamp': '1614265330' };
    const code = block('js').replace('const expected =', 'return');
    const check = new Function('secret', 'headers', 'rawBody', 'crypto', code);
    const signature = check('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', headers, '{"test": 2432232314}', { createHmac });
    expect(signature).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
  });

  it('is right that chats read the body: Slack wants `text`, and Telegram’s sendMessage takes it beside chat_id', () => {
    const body = hookBodySchema.parse(JSON.parse(block('json')));
    // Fields that they don't know are ignored; these would mean something else to them.
    const slack = z.object({
      text: z.string().min(1),
      blocks: z.never().optional(),
      attachments: z.never().optional(),
    });
    const telegram = z.object({
      text: z.string().min(1).max(4096),
      parse_mode: z.never().optional(),
      chat_id: z.never().optional(),
    });
    expect(slack.safeParse(body).success && telegram.safeParse(body).success).toBe(true);
  });
});
