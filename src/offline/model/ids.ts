/**
 * Returns a new UUIDv7 for an entity, a file or an operation. Later ids sort later, which keeps the server's indexes
 * compact. The order of the queue never depends on it, because clocks jump.
 */
export function newId(now: number = Date.now()): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  for (let i = 0; i < 6; i++) bytes[i] = Math.floor(now / 2 ** (8 * (5 - i))) % 256
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f)
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f)
  const hex = hexOf(bytes)
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/**
 * Returns the queue's id of an order. The server numbers orders, and the queue identifies entities by UUID. The id is
 * the same for each call, so that a later change is merged into the queued one.
 */
export function orderEntityId(orderId: number): string {
  return `00000000-0000-8000-8000-${orderId.toString(16).padStart(12, '0')}`
}

/** Lower-case hex digits of bytes. */
export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
