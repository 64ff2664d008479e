const VALUES: Readonly<Record<string, number>> = {
  A: 1,
  B: 2,
  C: 3,
  D: 4,
  E: 5,
  F: 6,
  G: 7,
  H: 8,
  J: 1,
  K: 2,
  L: 3,
  M: 4,
  N: 5,
  P: 7,
  R: 9,
  S: 2,
  T: 3,
  U: 4,
  V: 5,
  W: 6,
  X: 7,
  Y: 8,
  Z: 9,
}
const WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2]
/** Codes of position 10 from 1980; the sequence repeats every 30 years. */
const YEAR_CODES = 'ABCDEFGHJKLMNPRSTVWXY123456789'
const FIRST_CODED_YEAR = 1980

/** Returns whether the text is 17 capital letters and digits without I, O and Q; does not check the check digit. */
export function isWellFormedVin(vin: string): boolean {
  return /^[A-HJ-NPR-Z0-9]{17}$/.test(vin)
}

/** Normalizes a VIN from users and bar codes: capital letters without spaces and hyphens. */
export function normalizeVin(text: string): string {
  return text.toUpperCase().replaceAll(/[\s-]/g, '')
}

/**
 * Computes the character that belongs in position 9 of a VIN, regardless of the current one.
 * @param vin a well-formed VIN, capital letters
 * @returns '0' to '9' or 'X'
 * @throws RangeError when the VIN is not well-formed
 * @see 49 CFR 565.15(c)
 */
export function checkDigit(vin: string): string {
  if (!isWellFormedVin(vin)) throw new RangeError('A check digit needs a well-formed VIN')
  let sum = 0
  for (const [position, weight] of WEIGHTS.entries()) {
    const character = vin.charAt(position)
    sum += weight * (VALUES[character] ?? Number(character))
  }
  return sum % 11 === 10 ? 'X' : String(sum % 11)
}

/**
 * Returns whether a VIN is well-formed with the right position 9, as required in North America since 1981 (ruling 19).
 */
export function hasValidCheckDigit(vin: string): boolean {
  return isWellFormedVin(vin) && vin.charAt(8) === checkDigit(vin)
}

/**
 * Returns the character of position 10 for a model year.
 * @param year 1980 or later
 */
export function modelYearCode(year: number): string {
  return YEAR_CODES.charAt((year - FIRST_CODED_YEAR) % YEAR_CODES.length)
}

/**
 * Lists the model years that position 10 of a VIN can mean, newest first, 30 years apart.
 * @param vin a well-formed VIN
 * @param newest the last year to consider
 * @returns empty when position 10 is no year code (0, U, Z)
 */
export function possibleModelYears(vin: string, newest: number): number[] {
  const code = YEAR_CODES.indexOf(vin.charAt(9))
  const years: number[] = []
  if (code < 0) return years
  for (let year = FIRST_CODED_YEAR + code; year <= newest; year += YEAR_CODES.length) years.unshift(year)
  return years
}
