import { LANGUAGES } from '@laurel/contracts/languages';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Brand } from './brand.ts';
import { fitsOneSegment, renderCall, renderSms } from './sms.ts';

const brandNamed = (name: string): Brand => ({
  name: { en: name, uk: name },
  supportEmail: 'help@awards.example',
  siteUrl: 'https://awards.example',
});
const sms = { kind: 'phone_code', code: '482913' } as const;
const test = { kind: 'test' } as const;

describe('text messages', () => {
  it('I18-03 are in the language of the recipient, start with a code if they have one, and name the edition', () => {
    const brand = brandNamed('Meridian Awards');
    expect(renderSms(sms, 'en', brand)).toBe(
      '482913 is your Meridian Awards code. It works for 10 minutes. Do not share it with anyone.',
    );
    expect(renderSms(sms, 'uk', brand)).toBe('482913 — ваш код Meridian Awards. Діє 10 хвилин.');
    expect(renderSms(sms, 'uk', brandNamed('Обрій'))).toBe(
      '482913 — ваш код Обрій. Діє 10 хвилин. Нікому його не кажіть.',
    );
    expect(renderSms(test, 'en', brand)).toBe('A test message of Meridian Awards.');
    expect(renderSms(test, 'uk', brand)).toBe('Пробне повідомлення Meridian Awards.');
  });

  it('that are spoken have the digits one by one, twice, in the language of the recipient', () => {
    const digits = '4, 8, 2, 9, 1, 3';
    expect(renderCall('482913', 'en')).toBe(`Hello. Your voting code is: ${digits}. Once more: ${digits}. Goodbye.`);
    expect(renderCall('482913', 'uk')).toContain(`Ваш код для голосування: ${digits}. Ще раз: ${digits}.`);
  });

  it('fit one segment with any edition name: 160 of the GSM alphabet, 70 otherwise', () => {
    const names = fc.oneof(fc.string({ maxLength: 200 }), fc.string({ unit: 'grapheme', maxLength: 200 }));
    fc.assert(
      fc.property(names, fc.constantFrom(...LANGUAGES), fc.constantFrom(sms, test), (name, language, message) => {
        const text = renderSms(message, language, brandNamed(name));
        expect(text.startsWith('482913 ')).toBe(message === sms);
        expect(fitsOneSegment(text)).toBe(true);
        expect(text.length).toBeLessThanOrEqual(160);
        if (language === 'uk') expect(text.length).toBeLessThanOrEqual(70);
      }),
    );
  });

  it('are measured in GSM and UCS-2 characters', () => {
    expect(fitsOneSegment('a'.repeat(160))).toBe(true);
    expect(fitsOneSegment('a'.repeat(161))).toBe(false);
    // The euro and the brackets take two places each.
    expect(fitsOneSegment('€'.repeat(80))).toBe(true);
    expect(fitsOneSegment(`${'€'.repeat(80)}a`)).toBe(false);
    expect(fitsOneSegment('ї'.repeat(70))).toBe(true);
    expect(fitsOneSegment('ї'.repeat(71))).toBe(false);
    // One character outside of the alphabet makes the whole text UCS-2; an emoji takes two of its places.
    expect(fitsOneSegment(`${'a'.repeat(70)}—`)).toBe(false);
    expect(fitsOneSegment('🏆'.repeat(35))).toBe(true);
    expect(fitsOneSegment('🏆'.repeat(36))).toBe(false);
  });
});
