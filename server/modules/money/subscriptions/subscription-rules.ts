/** Days of the month on which a declined subscription is retried (ruling 32). */
const RETRY_DAYS = [3, 7] as const

/** The state of one month of a subscription. Days and months are `YYYY-MM-DD` in the fleet's time zone. */
export interface MonthState {
  /** First day of the month. */
  month: string
  lastAttemptOn: string | null
  /** Result of the latest attempt; null: there was none, or the fleet had no payment method. */
  payment: 'live' | 'captured' | 'declined' | 'never_arrived' | null
}

/**
 * Returns the next step for a month: charge it, close it as paid, give it up, or wait. A clock that was set back leads
 * to `wait`, never to a second charge.
 */
export function nextStep({ month, lastAttemptOn, payment }: MonthState, today: string) {
  if (payment === 'captured') return 'paid'
  if (payment === 'live' || today < month) return 'wait'
  if (lastAttemptOn === null || payment === 'never_arrived') return 'charge'
  const retryOn = RETRY_DAYS.map((day) => `${month.slice(0, 8)}0${day}`).find((day) => day > lastAttemptOn)
  if (retryOn === undefined) return 'give_up'
  return today >= retryOn ? 'charge' : 'wait'
}
