import { createRequire } from 'node:module'
import type { Country } from '#server/db/seed/core/rows.ts'

/** A town with shops. */
export interface Place {
  city: string
  /** Two-letter code. */
  state: string
  country: Country
  timeZone: string
  areaCode: string
  shops: number
  /** Canada: forward sortation areas. The US: empty, meaning every zip code of the town. */
  areas: readonly string[]
}

interface PostalPoint {
  zip: string
  latitude: number
  longitude: number
}

/** City, state, time zone, area code, number of shops and, in Canada, postal areas. */
const TABLE = `
Chicago|IL|America/Chicago|312|14
Joliet|IL|America/Chicago|815|4
Dallas|TX|America/Chicago|214|12
Fort Worth|TX|America/Chicago|817|5
Houston|TX|America/Chicago|713|9
San Antonio|TX|America/Chicago|210|4
Austin|TX|America/Chicago|512|4
Atlanta|GA|America/New_York|404|12
Savannah|GA|America/New_York|912|3
Columbus|OH|America/New_York|614|10
Cleveland|OH|America/New_York|216|4
Cincinnati|OH|America/New_York|513|4
Phoenix|AZ|America/Phoenix|602|11
Tucson|AZ|America/Phoenix|520|4
Sacramento|CA|America/Los_Angeles|916|9
Oakland|CA|America/Los_Angeles|510|4
Los Angeles|CA|America/Los_Angeles|213|9
San Diego|CA|America/Los_Angeles|619|5
Fresno|CA|America/Los_Angeles|559|3
Newark|NJ|America/New_York|973|9
Trenton|NJ|America/New_York|609|3
Brooklyn|NY|America/New_York|718|4
Albany|NY|America/New_York|518|6
Syracuse|NY|America/New_York|315|3
Philadelphia|PA|America/New_York|215|5
Pittsburgh|PA|America/New_York|412|4
Denver|CO|America/Denver|303|8
Colorado Springs|CO|America/Denver|719|3
Detroit|MI|America/Detroit|313|7
Grand Rapids|MI|America/Detroit|616|3
Des Moines|IA|America/Chicago|515|5
Cedar Rapids|IA|America/Chicago|319|3
Norfolk|VA|America/New_York|757|6
Richmond|VA|America/New_York|804|3
Seattle|WA|America/Los_Angeles|206|6
Tacoma|WA|America/Los_Angeles|253|3
Portland|OR|America/Los_Angeles|503|4
Minneapolis|MN|America/Chicago|612|5
Milwaukee|WI|America/Chicago|414|4
Saint Louis|MO|America/Chicago|314|4
Indianapolis|IN|America/Indiana/Indianapolis|317|5
Nashville|TN|America/Chicago|615|4
Memphis|TN|America/Chicago|901|3
Charlotte|NC|America/New_York|704|4
Jacksonville|FL|America/New_York|904|4
Orlando|FL|America/New_York|407|4
Las Vegas|NV|America/Los_Angeles|702|3
San Juan|PR|America/Puerto_Rico|787|2
Montréal|QC|America/Toronto|514|12|H1R,H2X,H3C,H4R,H8P
Québec|QC|America/Toronto|418|6|G1N,G1R,G2K
Laval|QC|America/Toronto|450|4|H7N,H7T
Longueuil|QC|America/Toronto|450|3|J4N,J4K
Sherbrooke|QC|America/Toronto|819|4|J1H,J1L
Gatineau|QC|America/Toronto|819|3|J8X,J8T
Trois-Rivières|QC|America/Toronto|819|3|G8Z,G9A
Ottawa|ON|America/Toronto|613|4|K2P,K1Z
Toronto|ON|America/Toronto|416|4|M5E,M9B
Moncton|NB|America/Moncton|506|3|E1C,E1A
Winnipeg|MB|America/Winnipeg|204|2|R2G,R3C
`

export const PLACES: readonly Place[] = TABLE.trim()
  .split('\n')
  .map((line) => {
    const [city = '', state = '', timeZone = '', areaCode = '', shops, areas] = line.split('|')
    const country = areas === undefined ? 'US' : 'CA'
    return { city, state, country, timeZone, areaCode, shops: Number(shops), areas: areas?.split(',') ?? [] }
  })

interface ZipEntry extends PostalPoint {
  city: string
  state: string
}

/** Returns the zip codes of a town, or its postal areas (three characters), with their coordinates, sorted. */
export function postalPoints(place: Place): PostalPoint[] {
  const { us, canada } = loadZips()
  if (place.country === 'CA') return place.areas.flatMap((area) => canada[area] ?? [])
  return us.filter((entry) => entry.city === place.city && entry.state === place.state)
}

let zips: { us: ZipEntry[]; canada: Record<string, ZipEntry> } | undefined

/** Loaded on demand because the data takes 5 MB. The package has no types. */
function loadZips() {
  if (zips !== undefined) return zips
  const require = createRequire(import.meta.url)
  const read = (file: string) => require(`zipcodes/lib/${file}`).codes as Record<string, ZipEntry>
  const us = Object.values(read('codes.js')).sort((a, b) => (a.zip < b.zip ? -1 : 1))
  zips = { us, canada: read('codesCanada.js') }
  return zips
}
