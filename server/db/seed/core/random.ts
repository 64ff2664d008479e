import { createHash } from 'node:crypto'

/** A reproducible stream of pseudo-random numbers. */
export interface Random {
  /** Whole number, both ends included. */
  int(from: number, to: number): number
  /** From `from` up to `to`. */
  between(from: number, to: number): number
  chance(probability: number): boolean
  pick<T>(list: readonly T[]): T
  /** Returns a key with a probability proportional to its weight. */
  weighted<K extends string>(weights: Readonly<Partial<Record<K, number>>>): K
}

/**
 * Creates a stream (mulberry32) seeded by its subject, e.g. `randomFor('glovebox', vehicleId)`. Each subject has a
 * separate stream, so a change in one never affects the others.
 */
export function randomFor(...subject: (string | number)[]): Random {
  let state = fnv1a(subject.join(':'))
  const float = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  const at = <T>(list: readonly T[], index: number): T => {
    const item = list[index]
    if (item === undefined) throw new RangeError('Nothing to pick from')
    return item
  }
  return {
    int: (from, to) => from + Math.floor(float() * (to - from + 1)),
    between: (from, to) => from + float() * (to - from),
    chance: (probability) => float() < probability,
    pick: (list) => at(list, Math.floor(float() * list.length)),
    weighted<K extends string>(weights: Readonly<Partial<Record<K, number>>>): K {
      const entries = Object.entries(weights) as [K, number][]
      let left = float() * entries.reduce((sum, [, weight]) => sum + weight, 0)
      const found = entries.find(([, weight]) => {
        left -= weight
        return left < 0
      })
      return at(found ?? at(entries, entries.length - 1), 0) as K
    },
  }
}

/** Returns the same UUID for the same subject (formatted as version 5). */
export function uuidFor(...subject: (string | number)[]): string {
  const hash = createHash('sha1')
    .update(`wheelbook-demo:${subject.join(':')}`)
    .digest('hex')
  const variant = '89ab'.charAt(Number.parseInt(hash.charAt(16), 16) % 4)
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-5${hash.slice(13, 16)}-${variant}${hash.slice(17, 20)}-${hash.slice(20, 32)}`
}

function fnv1a(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash >>> 0
}
