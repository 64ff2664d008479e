import { setTimeout as sleep } from 'node:timers/promises'
import { SIGN_IN_WINDOW_MINUTES } from '#server/limits.ts'

/** Waits for the next attempt-counting window (aligned to hours and days) if the current one ends within `seconds`. */
export async function untilWindowLasts(seconds: number): Promise<void> {
  const window = SIGN_IN_WINDOW_MINUTES * 60_000
  const left = window - (Date.now() % window)
  if (left < seconds * 1000) await sleep(left + 500)
}
