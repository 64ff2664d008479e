import type { IncomingMessage } from 'node:http'
import { BlockList, isIP, SocketAddress } from 'node:net'

/**
 * Peers that may set the client's address in X-Forwarded-For: the number of proxies in front, or their addresses and
 * ranges. Null: none.
 */
export type TrustedProxies = number | readonly string[] | null

const PROXIES_MAX = 10

/** Thrown for a value of TRUST_PROXY that is neither a number of proxies nor a list of addresses. */
class TrustedProxiesError extends Error {}

/**
 * Parses TRUST_PROXY. `false` and an empty value mean that no proxy is trusted. Rejects `true`, host names and any
 * value that would trust every peer, because clients could then choose the address that limits and logs see.
 */
export function parseTrustedProxies(text: string | undefined): TrustedProxies {
  const given = (text ?? '').trim()
  if (given === '' || given.toLowerCase() === 'false') return null
  if (/^\d+$/.test(given)) {
    const hops = Number(given)
    if (hops < 1 || hops > PROXIES_MAX) throw new TrustedProxiesError()
    return hops
  }
  return given.split(',').map((part) => {
    const range = canonicalRange(part.trim())
    if (range === null) throw new TrustedProxiesError()
    return range
  })
}

/** Determines the address of a client behind trusted proxies. */
export function clientAddresses(trusted: TrustedProxies) {
  const isTrusted = trustOf(trusted)
  return {
    /** Whether the peer of a connection may forward requests for its clients. */
    isTrustedPeer: (peer: string | undefined) => isTrusted(canonicalAddress(peer ?? '') ?? '', 0),
    /**
     * Returns the rightmost address that is not a trusted proxy's. Entries that a client writes into X-Forwarded-For
     * are to the left of it and are never read. Falls back to the nearest valid address when an entry is not an
     * address.
     */
    clientOf(request: IncomingMessage): string {
      let address = canonicalAddress(request.socket.remoteAddress ?? '') ?? ''
      const header = request.headers['x-forwarded-for']
      if (trusted === null || header === undefined) return address
      let rest = String(header)
      for (let hop = 0; isTrusted(address, hop) && rest !== ''; hop++) {
        const comma = rest.lastIndexOf(',')
        const next = canonicalAddress(withoutPort(rest.slice(comma + 1).trim()))
        if (next === null) break
        address = next
        rest = comma < 0 ? '' : rest.slice(0, comma)
      }
      return address
    },
  }
}

function trustOf(trusted: TrustedProxies): (address: string, hop: number) => boolean {
  if (trusted === null) return () => false
  if (typeof trusted === 'number') return (_address, hop) => hop < trusted
  const list = new BlockList()
  for (const range of trusted) {
    const [address = '', prefix] = range.split('/')
    const family = familyOf(address)
    if (prefix === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(prefix), family)
  }
  return (address) => address !== '' && list.check(address, familyOf(address))
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/**
 * Returns the canonical form of an address: IPv4 for IPv4-mapped IPv6, no zone, shortest form. Null: not an address.
 */
function canonicalAddress(text: string): string | null {
  const [plain = ''] = text.split('%')
  const family = isIP(plain)
  if (family !== 6) return family === 4 ? plain : null
  const { address } = new SocketAddress({ address: plain, family: 'ipv6' })
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address
}

/** Whether an address is a loopback address. */
export function isLoopback(text: string): boolean {
  const address = canonicalAddress(text) ?? ''
  return address === '::1' || address.startsWith('127.')
}

/**
 * Returns the key that limits count an address by: the IPv4 address, or the /64 of an IPv6 address, because one
 * household controls all of it.
 */
export function networkKey(text: string): string {
  const address = canonicalAddress(text) ?? ''
  if (isIP(address) !== 6) return address
  const [head = '', tail] = address.split('::')
  const groups = head === '' ? [] : head.split(':')
  const after = tail ? tail.split(':').length : 0
  const zeros = tail === undefined ? 0 : 8 - groups.length - after
  return [...groups, ...Array<string>(zeros).fill('0'), ...(tail ? tail.split(':') : [])]
    .slice(0, 4)
    .join(':')
}

/** Strips the port from `1.2.3.4:5678` and `[2001:db8::1]:5678`, which some proxies write. */
function withoutPort(text: string): string {
  return /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(text)?.[1] ?? text
}

/** Returns an address or a range. Null for anything else, and for ranges that contain every address. */
function canonicalRange(text: string): string | null {
  const [given = '', prefix, ...rest] = text.split('/')
  const address = given.includes('%') ? null : canonicalAddress(given)
  if (address === null || rest.length > 0) return null
  if (prefix === undefined) return address
  if (!/^\d{1,3}$/.test(prefix)) return null
  const isMapped = isIP(given) === 6 && isIP(address) === 4
  const bits = Number(prefix) - (isMapped ? 96 : 0)
  return bits >= 1 && bits <= (isIP(address) === 4 ? 32 : 128) ? `${address}/${bits}` : null
}
