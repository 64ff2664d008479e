import type { Country } from '#contract/core/fields.ts'

/**
 * Sources of the rates, with dates (ruling 17). United States: the state's general rate, without county and city taxes,
 * but with statewide local taxes (as in the Tax Foundation's tables: California, Utah, Virginia, and Nevada). Not tax
 * advice.
 */
export const TAX_SOURCES = {
  US: {
    source:
      'General state rates without local taxes: public tables of 2025 and 2026 compared with one another; where they differed (DC, LA, NM, SD), the notices of the change itself',
    date: '2026-11-21',
  },
  CA: {
    source:
      'GST, HST, PST and QST: public tables of 2025 and 2026 after the Canada Revenue Agency’s, compared with one another; Nova Scotia’s 14 % by the notice of the change',
    date: '2026-11-21',
  },
} as const satisfies Record<Country, { source: string; date: string }>

/**
 * General sales tax in percent; 0 for states and territories without one. DC: 7 from 1 October 2026, by the law as of
 * December 2025. South Dakota: 4.2 until 30 June 2027. Territories other than Puerto Rico were not checked.
 */
const US: Record<string, number> = {
  AL: 4,
  AK: 0,
  AS: 0,
  AZ: 5.6,
  AR: 6.5,
  CA: 7.25,
  CO: 2.9,
  CT: 6.35,
  DE: 0,
  DC: 7,
  FL: 6,
  GA: 4,
  GU: 0,
  HI: 4,
  ID: 6,
  IL: 6.25,
  IN: 7,
  IA: 6,
  KS: 6.5,
  KY: 6,
  LA: 5,
  ME: 5.5,
  MD: 6,
  MA: 6.25,
  MI: 6,
  MN: 6.875,
  MS: 7,
  MO: 4.225,
  MT: 0,
  NE: 5.5,
  NV: 6.85,
  NH: 0,
  NJ: 6.625,
  NM: 4.875,
  NY: 4,
  NC: 4.75,
  ND: 5,
  MP: 0,
  OH: 5.75,
  OK: 4.5,
  OR: 0,
  PA: 6,
  PR: 10.5,
  RI: 7,
  SC: 6,
  SD: 4.2,
  TN: 7,
  TX: 6.25,
  UT: 6.1,
  VT: 6,
  VI: 0,
  VA: 5.3,
  WA: 6.5,
  WV: 6,
  WI: 5,
  WY: 4,
}

/** GST with PST or QST, or HST, in percent. */
const CA: Record<string, number> = {
  AB: 5,
  BC: 12,
  MB: 12,
  NB: 15,
  NL: 15,
  NT: 5,
  NS: 14,
  NU: 5,
  ON: 13,
  PE: 15,
  QC: 14.975,
  SK: 11,
  YT: 5,
}

/**
 * Returns the sales tax of a state or province in percent, as an estimate: the shop's invoice is binding. 0 if unknown.
 */
export function taxPercent(country: Country, state: string): number {
  return (country === 'CA' ? CA : US)[state] ?? 0
}
