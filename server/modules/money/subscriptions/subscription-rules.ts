/** Days of the month on which a declined subscription is charged again (ruling 32). */
export const RETRY_DAYS = [3, 7] as const

/** How a month of a subscription stands. Days and months are `YYYY-MM-DD` by the fleet's calendar. */
export interface MonthState {
  /** Its first day. */
  month: string
  lastAttemptOn: string | null
  /** Of its latest attempt; null: none was made, or the fleet had nothing to pay with. */
  payment: 'live' | 'captured' | 'declined' | 'never_arrived' | null
}

/**
 * What is to be done about a month today: charge it, note that it is paid, give it up, or wait. A clock that runs back
 * leads to `wait`, never to a second charge.
 */
export function nextStep({ month, lastAttemptOn, payment }: MonthState, today: string) {
  if (payment === 'captured') return 'paid'
  if (payment === 'live' || today < month) return 'wait'
  if (lastAttemptOn === null || payment === 'never_arrived') return 'charge'
  const retryOn = RETRY_DAYS.map((day) => `${month.slice(0, 8)}0${day}`).find((day) => day > lastAttemptOn)
  if (retryOn === undefined) return 'give_up'
  return today >= retryOn ? 'charge' : 'wait'
}
