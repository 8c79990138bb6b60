import { describe, expect, it } from 'vitest';
import { CLIENT_HINT_HEADERS } from './client-hints.ts';
import * as destinations from './destinations.ts';
import { DEFAULT_LANGUAGE, FALLBACK_LANGUAGE, LANGUAGE_SETTINGS, LANGUAGES } from './languages.ts';
import * as limits from './limits.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

describe('limits', () => {
  it('RT-04 has heart-beats of 10000 ms and reconnects after 5000 to 900000 ms', () => {
    expect(limits.STOMP_HEARTBEAT_MS).toBe(10000);
    expect(limits.STOMP_RECONNECT_MS).toBe(5000);
    expect(limits.STOMP_RECONNECT_MAX_MS).toBe(900000);
  });

  it('VA-03 VA-07 VA-09 has the lengths of passwords, codes and usernames', () => {
    expect([limits.PASSWORD_MIN, limits.PASSWORD_MAX]).toEqual([6, 20]);
    expect([limits.CODE_LENGTH, limits.USERNAME_MAX]).toEqual([6, 32]);
  });

  it('has the limits of SMS codes and of the Telegram link', () => {
    expect([limits.SMS_COOLDOWN_MS, limits.SMS_CODE_TTL_MS]).toEqual([120 * SECOND, 10 * MINUTE]);
    expect(limits.BACKUP_CODE_LENGTH).toBe(10);
    expect(limits.TELEGRAM_LINK_TTL_MS).toBe(1800000);
  });

  it('has the version of spec §9', () => {
    expect(limits.APP_VERSION).toBe('2.0.0');
  });
});

describe('the contract', () => {
  it('has the STOMP destinations', () => {
    expect(destinations.chatSend('e1')).toBe('/app/chat/e1');
    expect(destinations.chatTopic('e1')).toBe('/topic/chat/e1');
    expect(destinations.STATISTICS_TOPIC).toBe('/topic/statistics');
    expect(destinations.SOCKET_PATH).toBe('/ws');
  });

  it('has three headers of client hints', () => {
    expect(CLIENT_HINT_HEADERS).toEqual({
      ip: 'x-client-ip',
      userAgent: 'x-client-user-agent',
      timeZone: 'x-time-zone',
    });
  });

  it('has English as the default and Ukrainian (UA) as the fallback', () => {
    expect(LANGUAGES).toEqual(['en', 'uk']);
    expect([DEFAULT_LANGUAGE, FALLBACK_LANGUAGE]).toEqual(['en', 'uk']);
    expect(LANGUAGE_SETTINGS.uk.label).toBe('UA');
  });
});
