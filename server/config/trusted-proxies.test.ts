import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { clientAddresses, isLoopback, networkKey, parseTrustedProxies } from './trusted-proxies.ts'

const client = (trust: string, peer: string, forwardedFor?: string) =>
  clientAddresses(parseTrustedProxies(trust)).clientOf({
    socket: { remoteAddress: peer },
    headers: forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor },
  } as unknown as IncomingMessage)

describe('the address of a client (S-10)', () => {
  it.each([
    ['', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
    ['false', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
    ['1', '10.0.0.1', undefined, '10.0.0.1'],
    ['1', '10.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['1', '10.0.0.1', '6.6.6.6, 198.51.100.1', '198.51.100.1'],
    ['2', '10.0.0.1', '6.6.6.6, 198.51.100.1, 10.0.0.2', '198.51.100.1'],
    ['3', '10.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['10.0.0.0/8', '10.0.0.1', '6.6.6.6, 198.51.100.1, 10.9.9.9', '198.51.100.1'],
    ['10.0.0.0/8', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
    ['10.0.0.1,10.0.0.2', '10.0.0.1', '6.6.6.6,198.51.100.1,10.0.0.2', '198.51.100.1'],
    ['10.0.0.1', '10.0.0.1', '10.0.0.1, 6.6.6.6, 198.51.100.1', '198.51.100.1'],
    ['10.0.0.0/8', '10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
  ])('with TRUST_PROXY=%s, peer %s and X-Forwarded-For %s is %s', (trust, peer, header, address) => {
    expect(client(trust, peer, header)).toBe(address)
  })

  it.each([
    ['::ffff:198.51.100.1', '198.51.100.1'],
    ['::FFFF:c633:6401', '198.51.100.1'],
    ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
    ['[2001:db8::1]:4711', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['198.51.100.1:4711', '198.51.100.1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['  198.51.100.1  ', '198.51.100.1'],
  ])('normalizes an address: %s is %s', (written, address) => {
    expect(client('1', '10.0.0.1', `6.6.6.6, ${written}`)).toBe(address)
    expect(client('1', '::ffff:10.0.0.1', written)).toBe(address)
  })

  it.each([
    'unknown',
    '_hidden',
    '',
    ',',
    '198.51.100.1, ',
    '198.51.100',
    '198.51.100.1.1',
    '198.51.100.256',
    '0x7f.1',
    '127.1',
    '198.51.100.1:',
    '198.51.100.1:123456',
    '[2001:db8::1',
    '2001:db8::g',
    'localhost',
    "' or 1=1 --",
    '\u0000',
    '198.51.100.1\n127.0.0.1',
    'for=198.51.100.1',
    'x'.repeat(15_000),
  ])("falls back to the proxy's address when its entry is not an address: %s", (garbage) => {
    expect(client('1', '10.0.0.1', garbage)).toBe('10.0.0.1')
    expect(client('10.0.0.0/8', '10.0.0.1', `6.6.6.6,${garbage}`)).toBe('10.0.0.1')
  })

  it('reads a header of 4,000 forged entries from its end without delay', () => {
    const forged = Array.from({ length: 4000 }, () => '6.6.6.6').join(', ')
    const begun = performance.now()
    for (let i = 0; i < 100; i++)
      expect(client('1', '10.0.0.1', `${forged}, 198.51.100.1`)).toBe('198.51.100.1')
    expect(performance.now() - begun).toBeLessThan(100)
  })
})

describe('TRUST_PROXY', () => {
  it.each([
    ['1', 1],
    [' 2 ', 2],
    ['10.0.0.1', ['10.0.0.1']],
    ['10.0.0.1, 10.1.0.0/16', ['10.0.0.1', '10.1.0.0/16']],
    ['::1,2001:DB8::/32', ['::1', '2001:db8::/32']],
    ['::ffff:10.0.0.0/104', ['10.0.0.0/8']],
    ['FALSE', null],
  ])('accepts %s', (text, read) => {
    expect(parseTrustedProxies(text)).toEqual(read)
  })

  it.each([
    'true',
    'yes',
    'on',
    'all',
    '*',
    '0',
    '-1',
    '1.5',
    '1e1',
    '11',
    '999999999999',
    'loopback',
    'uniquelocal',
    'proxy.example',
    'localhost',
    '10.0.0',
    '10.0.0.1,',
    '10.0.0.1,proxy.example',
    '10.0.0.1 10.0.0.2',
    '10.0.0.0/33',
    '10.0.0.0/-1',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '0.0.0.0/0',
    '::/0',
    '::ffff:0:0/96',
    'fe80::1%eth0',
    '10.0.0.1:80',
    '[::1]',
  ])('rejects %s', (text) => {
    expect(() => parseTrustedProxies(text)).toThrow()
  })
})

it('limits count IPv4 clients by address, and IPv6 clients by the network of one household', () => {
  expect(networkKey('::ffff:198.51.100.1')).toBe('198.51.100.1')
  expect(networkKey('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2')
  expect(networkKey('2001:db8::1')).toBe(networkKey('2001:db8:0:0:ffff::9'))
  expect(networkKey('2001:db8:0:1::1')).not.toBe(networkKey('2001:db8::1'))
  expect(networkKey('::1')).toBe('0:0:0:0')
})

it.each([
  ['127.0.0.1', true],
  ['127.9.9.9', true],
  ['::1', true],
  ['::ffff:127.0.0.1', true],
  ['::ffff:10.0.0.1', false],
  ['10.0.0.1', false],
  ['128.0.0.1', false],
  ['::2', false],
  ['', false],
])('%s is a loopback address: %s', (address, isOwn) => {
  expect(isLoopback(address)).toBe(isOwn)
})
