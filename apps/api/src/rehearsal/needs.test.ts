import { describe, expect, it } from 'vitest';
import { KILLED, loadFor, sharedBuffersMb, spaceFor, timesFor } from './needs.ts';

describe('the load of the last hour', () => {
  // The columns of the table in docs/scaling.md, with 10 categories.
  it.each([
    { voters: 10_000, votes: 8.3, registrations: 0.83, sockets: 500 },
    { voters: 1_000_000, votes: 833, registrations: 83.3, sockets: 50_000 },
    { voters: 10_000_000, votes: 8_333, registrations: 833, sockets: 500_000 },
  ])('of $voters voters is that of docs/scaling.md', ({ voters, votes, registrations, sockets }) => {
    const load = loadFor(voters, 10);
    expect(load.votesPerSecond / votes).toBeCloseTo(1, 2);
    expect(load.registrationsPerSecond / registrations).toBeCloseTo(1, 2);
    expect(load.sockets).toBe(sockets);
    expect(load.readsPerSecond).toBeCloseTo(sockets / 60);
  });

  it('grows with the categories in which people vote', () => {
    expect(loadFor(20_000, 22).votesPerSecond).toBeCloseTo(36.7, 1);
  });
});

describe('a size of shared_buffers', () => {
  it.each([
    { size: '256MB', mb: 256 },
    { size: ' 2 GB ', mb: 2_048 },
    { size: '1TB', mb: 1_048_576 },
    { size: '2048kB', mb: 2 },
    { size: '1.5GB', mb: 1_536 },
    { size: '1048576B', mb: 1 },
    { size: '32768', mb: 256 },
  ])('of $size is $mb MB', ({ size, mb }) => {
    expect(sharedBuffersMb(size)).toBe(mb);
  });

  it.each(['', 'much', '256mb', '-1MB', '1 2MB'])('is not %j', (size) => {
    expect(sharedBuffersMb(size)).toBeUndefined();
  });
});

describe('the space that the copy needs', () => {
  it('fits beside a deployment of the smallest recommended machine', () => {
    const { memoryMb, diskMb } = spaceFor(10_000, { copies: 2, sharedBuffersMb: 256 });
    expect(memoryMb).toBeGreaterThan(1_000);
    expect(memoryMb).toBeLessThan(2_000);
    expect(diskMb).toBe(4_096);
  });

  it('grows with the voters, the copies of the app and the database’s buffers', () => {
    const least = spaceFor(10_000, { copies: 2, sharedBuffersMb: 256 }).memoryMb;
    expect(spaceFor(1_000_000, { copies: 2, sharedBuffersMb: 256 }).memoryMb).toBeGreaterThan(least + 2_000);
    expect(spaceFor(10_000, { copies: 3, sharedBuffersMb: 256 }).memoryMb).toBe(least + 275);
    expect(spaceFor(10_000, { copies: 2, sharedBuffersMb: 4_096 }).memoryMb).toBe(least + 3_840);
  });
});

describe('the time of a rehearsal', () => {
  it.each([1, 2, 5, 15, 60])('of %i minutes is divided, and not exceeded', (minutes) => {
    const { calm, kills, settle } = timesFor(minutes);
    expect(calm).toBeGreaterThan(10);
    expect(kills).toBeGreaterThanOrEqual(KILLED.length);
    expect(settle).toBeGreaterThanOrEqual(1);
    // A kill takes some seconds before voting is as before.
    expect(calm + kills * (settle + 5)).toBeLessThan(minutes * 60);
  });

  it('leaves five minutes for the start, the restored backup and the removal', () => {
    const { calm, kills } = timesFor(15);
    expect(calm).toBe(240);
    expect(kills).toBe(14);
  });
});
