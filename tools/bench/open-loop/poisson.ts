import { randomFor } from '#server/db/seed/core/random.ts'

/**
 * Returns the moments in ms of a Poisson process up to `seconds`: independent arrivals at `perSecond` on average. The same
 * seed gives the same moments.
 */
export function poissonTimes(perSecond: number, seconds: number, seed: string): number[] {
  if (perSecond <= 0) return []
  const random = randomFor('poisson', seed)
  const times: number[] = []
  for (let at = gap(); at < seconds * 1000; at += gap()) times.push(at)
  return times

  /** Exponentially distributed. `between` returns less than 1, so the logarithm is finite. */
  function gap(): number {
    return (-Math.log(1 - random.between(0, 1)) * 1000) / perSecond
  }
}
