import { describe, expect, it } from 'vitest';
import { addressOf, networkOf, widerNetworkOf } from './network.ts';

describe('an observed address', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:5678', '203.0.113.7'],
    ['2001:db8::1', '2001:db8::1'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:cb00:7107', '203.0.113.7'],
    ['0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7'],
    ['[::ffff:203.0.113.7]:443', '203.0.113.7'],
    ['::ffff:203.0.113.7%eth0', '203.0.113.7'],
    ['::ff:203.0.113.7', '::ff:203.0.113.7'],
    ['2001:db8::ffff:203.0.113.7', '2001:db8::ffff:203.0.113.7'],
    ['unknown', '10.0.0.1'],
    ['', '10.0.0.1'],
    ['1.2.3', '10.0.0.1'],
    ['9'.repeat(300), '10.0.0.1'],
  ])('RO-03 of %s is %s', (observed, address) => {
    expect(addressOf(observed, '10.0.0.1')).toBe(address);
  });

  it('RO-03 is a valid address for any peer', () => {
    expect(addressOf('unknown', 'fe80::1%eth0')).toBe('fe80::1');
    expect(addressOf('unknown', '::ffff:203.0.113.7')).toBe('203.0.113.7');
    expect(addressOf('unknown', undefined)).toBe('0.0.0.0');
  });
});

describe('the network a limit counts by', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
  ])('of %s is %s', (ip, network) => {
    expect(networkOf(ip)).toBe(network);
  });
});

describe('the wider network around one', () => {
  it.each([
    ['2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['2001:db8:0:0::/64', '2001:db8:0::/48'],
    ['203.0.113.7', undefined],
    ['no network', undefined],
  ])('of %s is %s', (network, wider) => {
    expect(widerNetworkOf(network)).toBe(wider);
  });
});
