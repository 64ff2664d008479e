/** Trouble codes in the notation of SAE J2012: 'P0420', 'U0100'. */
const CODE = /\b[PBCU][0-3][0-9A-F]{3}\b/i

/** Systems by the first character, where it is specific enough. */
const SYSTEMS = { B: 'body', C: 'chassis', U: 'network' } as const
/** Parts by the third character of a standard powertrain code: 0 to C. */
const PARTS = [
  'air_and_fuel',
  'air_and_fuel',
  'air_and_fuel',
  'ignition',
  'emissions',
  'speed_and_idle',
  'computer',
  'transmission',
  'transmission',
  'transmission',
  'hybrid',
  'hybrid',
  'hybrid',
] as const

export type FaultFamily = (typeof SYSTEMS)[keyof typeof SYSTEMS] | (typeof PARTS)[number] | 'powertrain'

/** Returns the trouble code in a provider's fault text, in capitals, or null. */
export const faultCodeIn = (name: string): string | null => CODE.exec(name)?.[0].toUpperCase() ?? null

/** Returns the part of the vehicle that a trouble code concerns, even if the code itself has no text. */
export function faultFamily(code: string): FaultFamily {
  const [system = '', kind = '', part = ''] = code
  if (system in SYSTEMS) return SYSTEMS[system as keyof typeof SYSTEMS]
  // Codes that start with P1, and most with P3, are manufacturer-specific.
  const isStandard = kind === '0' || kind === '2'
  return (isStandard && PARTS[Number.parseInt(part, 16)]) || 'powertrain'
}
