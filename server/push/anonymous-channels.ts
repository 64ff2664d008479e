import type { WebSocket } from 'ws'

/** Channels of one address that have not said who they are, and of all addresses together. */
const OF_ADDRESS_MAX = 100
const MAX = 1000

/**
 * Holds the channels that have not said who they are. Past a limit the oldest of the address that has most makes room,
 * so silent channels never keep anybody else out: whoever is real says so at once and is a stranger no longer (S-26).
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
    /** Takes a channel in; returns what takes it out again. */
    enter(socket: WebSocket, address: string): () => void {
      const own = addresses.get(address) ?? new Set<WebSocket>()
      if (own.size >= ofAddressMax) drop(address)
      else if (count >= max) drop(largest())
      // Dropping the last one of an address forgets its set.
      addresses.set(address, own.add(socket))
      count++
      return () => leave(socket, address)
    },
  }
}
