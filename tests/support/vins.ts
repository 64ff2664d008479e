import { checkDigit } from '#domain/vehicles/vin.ts'

let count = 0

/** Returns a unique VIN with a correct check digit: a pickup of 2020 unless its first eight characters are given. */
export function vinOf(given: { start?: string; year?: string; plant?: string } = {}): string {
  const serial = String(100_000 + ++count)
  const open = `${given.start ?? '1FTFW1E5'}0${given.year ?? 'L'}${given.plant ?? 'F'}${serial}`
  return open.slice(0, 8) + checkDigit(open) + open.slice(9)
}
