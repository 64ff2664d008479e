import type { WebSocket } from 'ws'

/** Limits of unauthenticated channels, per address and in total. */
const OF_ADDRESS_MAX = 100
const MAX = 1000

/**
 * Tracks unauthenticated channels. At a limit, the oldest channel of the address with the most is dropped, so silent
 * channels never block others: real clients authenticate at once (S-26).
 */
export function anonymousChannels({ ofAddressMax = OF_ADDRESS_MAX, max = MAX } = {}) {
  const addresses = new Map<string, Set<WebSocket>>()
  let count = 0

  function leave(socket: WebSocket, address: string) {
    const own = addresses.get(address)
    if (!own?.delete(socket)) return
    count--
    if (own.size === 0) addresses.delete(address)
  }

  function drop(address: string) {
    const [oldest] = addresses.get(address) ?? []
    if (!oldest) return
    leave(oldest, address)
    oldest.terminate()
  }

  function largest(): string {
    let found = ''
    for (const [address, own] of addresses) if (own.size > (addresses.get(found)?.size ?? 0)) found = address
    return found
  }

  return {
    /** Adds a channel. Returns a function that removes it. */
    enter(socket: WebSocket, address: string): () => void {
      const own = addresses.get(address) ?? new Set<WebSocket>()
      if (own.size >= ofAddressMax) drop(address)
      else if (count >= max) drop(largest())
      // Dropping the last channel of an address deletes its set.
      addresses.set(address, own.add(socket))
      count++
      return () => leave(socket, address)
    },
  }
}
