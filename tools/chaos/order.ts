/** Returns a small generator of numbers from 0 to 1 (mulberry32), so that a run can be repeated. */
export function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Returns the order of the faults: every kind once, then random ones, with the one-time faults in the middle of the run. */
export function orderOf(
  kinds: readonly string[],
  once: readonly string[],
  { faults, random }: { faults: number; random: () => number },
): string[] {
  const order = Array.from({ length: Math.max(0, faults - once.length) }, (_, i) =>
    i < kinds.length ? kinds[i] : kinds[Math.floor(random() * kinds.length)],
  ).flatMap((name) => name ?? [])
  order.splice(Math.floor(order.length / 2), 0, ...once)
  return order
}
