/**
 * A new UUIDv7: the id of an entity, a file or an operation that is made on this device. Ids made later sort later,
 * which keeps the server's indexes narrow. Order in the queue never depends on it (clocks jump).
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
 * The id under which the queue keeps what waits for an order: orders are numbered by the server, and the queue knows
 * entities by UUID. Always the same one for an order, so that a later change goes into the one that waits.
 */
export function orderEntityId(orderId: number): string {
  return `00000000-0000-8000-8000-${orderId.toString(16).padStart(12, '0')}`
}

/** Lower-case hex digits of bytes. */
export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
