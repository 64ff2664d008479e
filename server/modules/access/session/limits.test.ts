import { describe, expect, it } from 'vitest'
import { networkOf } from './limits.ts'

describe('networks that count as one address (S-10)', () => {
  it.each([
    ['203.0.113.77', '203.0.113.77'],
    ['203.0.113.78', '203.0.113.78'],
    ['::ffff:203.0.113.77', '203.0.113.77'],
    ['::FFFF:203.0.113.77', '203.0.113.77'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('%s is %s', (ip, network) => {
    expect(networkOf(ip)).toBe(network)
  })
})
