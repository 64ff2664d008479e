/** Size of the measured installation. */
export const FLEETS = 500
export const PHONES = 5000
export const MANAGERS = 200
/** Phones of a fleet, all with the app open. */
export const PHONES_PER_FLEET = PHONES / FLEETS

/** Seconds between two calls of each kind that a phone makes on its own. */
export const PHONE_SECONDS = {
  /** The app pulls changes every five minutes while it is visible (`src/offline/sync/refresh-loop.ts`). */
  'delta sync': 300,
  /** An assumption: one pull in a hundred is a new phone's, or starts over. */
  'first sync': 30_000,
  /** Every ten minutes while nothing changes (`src/device/heartbeat.ts`). */
  heartbeat: 600,
  /** An assumption: one entry an hour. Each is followed by a pull of every phone of the fleet. */
  entry: 3600,
} as const
export type PhoneCall = keyof typeof PHONE_SECONDS

/** An assumption: seconds between two calls of a manager who works at a desk. */
export const MANAGER_SECONDS = 10

/** What managers ask for, by share. */
export const MANAGER_CALLS = {
  'list of vehicles': 0.25,
  'search of vehicles': 0.15,
  'one vehicle': 0.1,
  'list of orders': 0.15,
  'one order': 0.1,
  'due list': 0.15,
  'totals of the dashboard': 0.05,
  'cost report': 0.05,
} as const
export type ManagerCall = keyof typeof MANAGER_CALLS

export type LoadCall = PhoneCall | ManagerCall

/** All calls in the order of the reports. */
export const LOAD_CALLS = [...keysOf(PHONE_SECONDS), ...keysOf(MANAGER_CALLS)] as LoadCall[]

function keysOf<K extends string>(record: Record<K, unknown>): K[] {
  return Object.keys(record) as K[]
}

/** Calls per second of all phones and managers, without the pulls that follow an entry. */
export const ownCallsPerSecond =
  PHONES * Object.values(PHONE_SECONDS).reduce((sum, seconds) => sum + 1 / seconds, 0) +
  MANAGERS / MANAGER_SECONDS
