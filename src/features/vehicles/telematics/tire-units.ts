import type { Country } from '#contract/core/fields.ts'

const KPA_PER_PSI = 6.894757

/** Formats pressure as on pump gauges: psi in the US, kPa in Canada. */
export function tirePressure(kpa: number | null, country: Country): string | null {
  if (kpa === null) return null
  return country === 'CA' ? `${Math.round(kpa)} kPa` : `${Math.round(kpa / KPA_PER_PSI)} psi`
}

/** Formats temperature in the country's unit. */
export function tireTemperature(celsius: number | null, country: Country): string | null {
  if (celsius === null) return null
  return country === 'CA' ? `${Math.round(celsius)} °C` : `${Math.round(celsius * 1.8 + 32)} °F`
}
