import { type Random, randomFor } from '#server/db/seed/core/random.ts'
import { poissonTimes } from '#tools/bench/open-loop/poisson.ts'
import type { Arrival } from '#tools/bench/open-loop/send-on-schedule.ts'
import {
  type LoadCall,
  MANAGER_CALLS,
  MANAGER_SECONDS,
  MANAGERS,
  ownCallsPerSecond,
  PHONE_SECONDS,
  PHONES,
  PHONES_PER_FLEET,
  type PhoneCall,
} from './mix.ts'

/** A call of a phone or of a manager, by its number. */
export interface LoadArrival extends Arrival {
  call: LoadCall
  user: number
}

export interface LoadPlan {
  /** 1: all phones and managers. 2: twice the load, because each of them makes twice as many calls. */
  factor: number
  seconds: number
  seed: string
}

/** The phone pulls this long after it sent an entry (`src/offline/sync/refresh-loop.ts`). */
const AFTER_SENDING_MS = 2000
/** When other open apps pull after a push: it takes a moment, and the app pulls at most once a second (`src/api/push.ts`). */
const AFTER_PUSH_MS = [200, 1200] as const

/**
 * Returns the arrivals of a period in order of time: a Poisson process of the calls of all phones and managers, and the pulls
 * that follow each entry. Nothing in it depends on responses.
 */
export function planLoad({ factor, seconds, seed }: LoadPlan): LoadArrival[] {
  const random = randomFor('load', seed)
  const phoneWeights = Object.fromEntries(
    Object.entries(PHONE_SECONDS).map(([call, every]) => [call, PHONES / every]),
  ) as Record<PhoneCall, number>
  const managerShare = MANAGERS / MANAGER_SECONDS / ownCallsPerSecond
  const own = poissonTimes(ownCallsPerSecond * factor, seconds, seed).map((atMs): LoadArrival => {
    if (random.chance(managerShare))
      return { atMs, call: random.weighted(MANAGER_CALLS), user: random.int(0, MANAGERS - 1) }
    return { atMs, call: random.weighted(phoneWeights), user: random.int(0, PHONES - 1) }
  })
  const pulls = own.filter(({ call }) => call === 'entry').flatMap((entry) => pullsAfter(entry, random))
  return [...own, ...pulls.filter(({ atMs }) => atMs < seconds * 1000)].sort((a, b) => a.atMs - b.atMs)
}

/** The author's phone pulls, and so does every other phone of the fleet. */
function pullsAfter({ atMs, user: author }: LoadArrival, random: Random): LoadArrival[] {
  const first = author - (author % PHONES_PER_FLEET)
  return Array.from({ length: PHONES_PER_FLEET }, (_, nth) => {
    const user = first + nth
    const delayMs = user === author ? AFTER_SENDING_MS : random.between(...AFTER_PUSH_MS)
    return { atMs: atMs + delayMs, call: 'delta sync', user }
  })
}
