import type { Language } from '#contract/core/locale.ts'

/** Errors show the wait from this many seconds; shorter waits are 'a moment'. */
export const WAIT_SHOWN_FROM_SECONDS = 60

/** Formats a wait, rounded up: '23 minutes', from two hours '5 hours'. `seconds`: more than 0. */
export function waitText(seconds: number, language: Language): string {
  const minutes = Math.ceil(seconds / 60)
  const [value, unit] = minutes < 120 ? [minutes, 'minute'] : [Math.ceil(minutes / 60), 'hour']
  return new Intl.NumberFormat(`${language}-CA`, { style: 'unit', unit, unitDisplay: 'long' }).format(value)
}
