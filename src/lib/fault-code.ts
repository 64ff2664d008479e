/** Trouble codes as SAE J2012 writes them: 'P0420', 'U0100'. */
const CODE = /\b[PBCU][0-3][0-9A-F]{3}\b/i

/** The first character of a code, where it says enough. */
const SYSTEMS = { B: 'body', C: 'chassis', U: 'network' } as const
/** The part that the third character of a standard powertrain code means: characters 0 to C. */
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

/** The trouble code in a provider's wording of a fault, in capitals; null where it has none. */
export const faultCodeIn = (name: string): string | null => CODE.exec(name)?.[0].toUpperCase() ?? null

/** Which part of the vehicle a trouble code is about, whether or not there is a text for the code itself. */
export function faultFamily(code: string): FaultFamily {
  const [system = '', kind = '', part = ''] = code
  if (system in SYSTEMS) return SYSTEMS[system as keyof typeof SYSTEMS]
  // Codes that begin with P1, and most with P3, are the maker's own.
  const isStandard = kind === '0' || kind === '2'
  return (isStandard && PARTS[Number.parseInt(part, 16)]) || 'powertrain'
}
