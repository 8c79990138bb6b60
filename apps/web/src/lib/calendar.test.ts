import { describe, expect, it } from 'vitest';
import { calendarOf } from './calendar.ts';

const now = new Date('2025-11-20T18:00:00.000Z');
const event = {
  id: 'votingClosesAt-2025@awards.example',
  title: 'Voting closes; Meridian, Awards',
  start: new Date('2025-12-01T20:00:00.000Z'),
  end: new Date('2025-12-01T21:00:00.000Z'),
  url: 'https://awards.example/',
};

describe('the calendar file', () => {
  it('has each event with its times in UTC, escaped text and a reminder', () => {
    const lines = calendarOf([event], now).split('\r\n');
    expect(lines.slice(0, 2)).toEqual(['BEGIN:VCALENDAR', 'VERSION:2.0']);
    expect(lines).toContain('UID:votingClosesAt-2025@awards.example');
    expect(lines).toContain('DTSTAMP:20251120T180000Z');
    expect(lines).toContain('DTSTART:20251201T200000Z');
    expect(lines).toContain('DTEND:20251201T210000Z');
    expect(lines).toContain('SUMMARY:Voting closes\\; Meridian\\, Awards');
    expect(lines).toContain('TRIGGER:-PT30M');
    expect(lines.slice(-2)).toEqual(['END:VCALENDAR', '']);
    expect(calendarOf([event, event], now).match(/BEGIN:VEVENT/g)).toHaveLength(2);
  });

  it('folds long lines at 75 octets without splitting a character', () => {
    const title = 'Голосування завершується: премія «Меридіан» 2025 року, головна подія індустрії';
    const text = calendarOf([{ ...event, title }], now);
    const encoder = new TextEncoder();
    for (const line of text.split('\r\n')) expect(encoder.encode(line).length, line).toBeLessThanOrEqual(75);
    expect(text.replaceAll('\r\n ', '')).toContain(`SUMMARY:${title.replace(',', '\\,')}`);
  });
});
