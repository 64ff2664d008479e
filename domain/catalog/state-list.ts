import type { State } from '#contract/catalog/places.ts'
import type { Country, Language } from '#contract/core/fields.ts'

/** Two-letter code (also the `id`), English name, French name where it differs. */
type Row = readonly [code: string, en: string, fr?: string]

/** States, the federal district and the territories that issue licenses and plates. */
const US: readonly Row[] = [
  ['AL', 'Alabama'],
  ['AK', 'Alaska'],
  ['AS', 'American Samoa', 'Samoa américaines'],
  ['AZ', 'Arizona'],
  ['AR', 'Arkansas'],
  ['CA', 'California', 'Californie'],
  ['CO', 'Colorado'],
  ['CT', 'Connecticut'],
  ['DE', 'Delaware'],
  ['DC', 'District of Columbia', 'District de Columbia'],
  ['FL', 'Florida', 'Floride'],
  ['GA', 'Georgia', 'Géorgie'],
  ['GU', 'Guam'],
  ['HI', 'Hawaii', 'Hawaï'],
  ['ID', 'Idaho'],
  ['IL', 'Illinois'],
  ['IN', 'Indiana'],
  ['IA', 'Iowa'],
  ['KS', 'Kansas'],
  ['KY', 'Kentucky'],
  ['LA', 'Louisiana', 'Louisiane'],
  ['ME', 'Maine'],
  ['MD', 'Maryland'],
  ['MA', 'Massachusetts'],
  ['MI', 'Michigan'],
  ['MN', 'Minnesota'],
  ['MS', 'Mississippi'],
  ['MO', 'Missouri'],
  ['MT', 'Montana'],
  ['NE', 'Nebraska'],
  ['NV', 'Nevada'],
  ['NH', 'New Hampshire'],
  ['NJ', 'New Jersey'],
  ['NM', 'New Mexico', 'Nouveau-Mexique'],
  ['NY', 'New York'],
  ['NC', 'North Carolina', 'Caroline du Nord'],
  ['ND', 'North Dakota', 'Dakota du Nord'],
  ['MP', 'Northern Mariana Islands', 'Îles Mariannes du Nord'],
  ['OH', 'Ohio'],
  ['OK', 'Oklahoma'],
  ['OR', 'Oregon'],
  ['PA', 'Pennsylvania', 'Pennsylvanie'],
  ['PR', 'Puerto Rico', 'Porto Rico'],
  ['RI', 'Rhode Island'],
  ['SC', 'South Carolina', 'Caroline du Sud'],
  ['SD', 'South Dakota', 'Dakota du Sud'],
  ['TN', 'Tennessee'],
  ['TX', 'Texas'],
  ['UT', 'Utah'],
  ['VT', 'Vermont'],
  ['VI', 'U.S. Virgin Islands', 'Îles Vierges américaines'],
  ['VA', 'Virginia', 'Virginie'],
  ['WA', 'Washington'],
  ['WV', 'West Virginia', 'Virginie-Occidentale'],
  ['WI', 'Wisconsin'],
  ['WY', 'Wyoming'],
]

/** Provinces and territories; French names as Canada writes them. */
const CA: readonly Row[] = [
  ['AB', 'Alberta'],
  ['BC', 'British Columbia', 'Colombie-Britannique'],
  ['MB', 'Manitoba'],
  ['NB', 'New Brunswick', 'Nouveau-Brunswick'],
  ['NL', 'Newfoundland and Labrador', 'Terre-Neuve-et-Labrador'],
  ['NT', 'Northwest Territories', 'Territoires du Nord-Ouest'],
  ['NS', 'Nova Scotia', 'Nouvelle-Écosse'],
  ['NU', 'Nunavut'],
  ['ON', 'Ontario'],
  ['PE', 'Prince Edward Island', 'Île-du-Prince-Édouard'],
  ['QC', 'Quebec', 'Québec'],
  ['SK', 'Saskatchewan'],
  ['YT', 'Yukon'],
]

/** States or provinces of a country, sorted by their name in the language (GLV-033, API-027). Static: works offline. */
export function statesOf(country: Country, language: Language): State[] {
  const rows = country === 'CA' ? CA : US
  return rows
    .map(([id, en, fr]) => ({ id, name: language === 'fr' ? (fr ?? en) : en, country }))
    .sort((a, b) => a.name.localeCompare(b.name, language))
}

/** Whether a code is a state or province of the country. */
export function isStateOf(country: Country, code: string): boolean {
  return (country === 'CA' ? CA : US).some(([id]) => id === code)
}
