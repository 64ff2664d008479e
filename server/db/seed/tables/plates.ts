/** Usual plate format of each state and province: A is a letter, 9 a digit, other characters are literal. */
const FORMATS: Readonly<Record<string, string>> = {
  AZ: 'AAA9A9A',
  CA: '9AAA999',
  CO: 'AAA-A99',
  FL: 'AAA A99',
  GA: 'AAA9999',
  IA: 'AAA 999',
  IL: 'AA 99999',
  IN: '999AAA',
  MI: 'AAA 9999',
  MN: 'AAA-999',
  MO: 'AA9 A9A',
  NC: 'AAA-9999',
  NJ: 'A99-AAA',
  NV: '999-A99',
  NY: 'AAA-9999',
  OH: 'AAA 9999',
  OR: '999 AAA',
  PA: 'AAA-9999',
  TN: '999 AAAA',
  TX: 'AAA-9999',
  VA: 'AAA-9999',
  WA: 'AAA9999',
  WI: 'AAA-9999',
  PR: 'AAA-999',
  QC: 'FAA 9999',
  ON: 'AA 99999',
  NB: 'CAA 999',
  MB: 'CAA 999',
}

/** Letters used on plates; those that look like digits are left out. */
const LETTERS = 'ABCDEFGHJKLMNPRSTUVWXYZ'

/** Returns the plate format of a state or province. */
export function plateFormat(state: string): string {
  return FORMATS[state] ?? 'AAA 999'
}

/** Fills a format from a source of integers from 0 to `to`. */
export function generatePlate(format: string, upTo: (to: number) => number): string {
  return format.replaceAll(/[A9]/g, (kind) => (kind === '9' ? String(upTo(9)) : LETTERS.charAt(upTo(22))))
}
