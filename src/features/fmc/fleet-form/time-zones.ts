import type { Country } from '#contract/core/locale.ts'

/** Time zones that a new fleet is offered, with the states that are mostly in them; first those of most fleets. */
const ZONES: Record<Country, readonly [zone: string, states: string][]> = {
  US: [
    ['America/New_York', 'CT DC DE FL GA IN KY MA MD ME MI NC NH NJ NY OH PA RI SC VA VT WV'],
    ['America/Chicago', 'AL AR IA IL KS LA MN MO MS ND NE OK SD TN TX WI'],
    ['America/Denver', 'CO ID MT NM UT WY'],
    ['America/Phoenix', 'AZ'],
    ['America/Los_Angeles', 'CA NV OR WA'],
    ['America/Anchorage', 'AK'],
    ['Pacific/Honolulu', 'HI'],
    ['America/Puerto_Rico', 'PR VI'],
    ['Pacific/Guam', 'GU MP'],
    ['Pacific/Pago_Pago', 'AS'],
  ],
  CA: [
    ['America/Toronto', 'NU ON QC'],
    ['America/Winnipeg', 'MB'],
    ['America/Regina', 'SK'],
    ['America/Edmonton', 'AB NT'],
    ['America/Vancouver', 'BC'],
    ['America/Whitehorse', 'YT'],
    ['America/Halifax', 'NB NS PE'],
    ['America/St_Johns', 'NL'],
  ],
}

interface Home {
  country: Country
  timeZone: string
}

/** Returns the time zone of a state. Without one: that of `home` if it is in the country, otherwise of most fleets. */
export function suggestTimeZone({ country, state }: { country: Country; state: string }, home: Home): string {
  const zones = ZONES[country]
  const ofState = state && zones.find(([, states]) => states.split(' ').includes(state))
  if (ofState) return ofState[0]
  return home.country === country ? home.timeZone : (zones[0]?.[0] ?? home.timeZone)
}

/** Returns the time zones of a country, with the selected one if it is another. */
export function timeZonesOf(country: Country, selected: string): string[] {
  const zones = ZONES[country].map(([zone]) => zone)
  return zones.includes(selected) ? zones : [selected, ...zones]
}

/** 'America/New_York': 'New York, Eastern Time'. */
export function timeZoneLabel(zone: string, language: string): string {
  const city = zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')
  try {
    const format = new Intl.DateTimeFormat(language, { timeZone: zone, timeZoneName: 'longGeneric' })
    const name = format.formatToParts().find(({ type }) => type === 'timeZoneName')?.value
    return name ? `${city}, ${name}` : city
  } catch {
    return city
  }
}
