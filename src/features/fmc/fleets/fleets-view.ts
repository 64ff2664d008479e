import { FLEET_SORTS, type FleetSearch } from '#contract/fmc/fleets.ts'
import { FLEET_QUERY_MIN } from '#domain/core/limits.ts'

type Search = Record<string, string | undefined>

/**
 * State of the fleets list in the URL: `/fmc_dashboard?region=East` (FMC-016, FMC-017). Texts are as typed, because
 * the search fields show them.
 */
export interface FleetsView {
  q: string
  sort: (typeof FLEET_SORTS)[number]
  name: string
  region: string
  rep: string
  active: 'all' | 'true' | 'false'
}

const STANDARD: FleetsView = { q: '', sort: 'name', name: '', region: '', rep: '', active: 'all' }

/** Parses the URL; invalid values become defaults. */
export function readFleetsView(search: Search): FleetsView {
  const text = (value: string | undefined) => (value ?? '').slice(0, 100)
  return {
    q: text(search.q),
    sort: FLEET_SORTS.find((sort) => sort === search.sort) ?? STANDARD.sort,
    name: text(search.name),
    region: text(search.region),
    rep: text(search.rep),
    active: (['true', 'false'] as const).find((value) => value === search.active?.toLowerCase()) ?? 'all',
  }
}

/** Returns the search parameters; defaults are omitted. */
export function writeFleetsView(view: FleetsView): Search {
  const fields = Object.keys(STANDARD) as (keyof FleetsView)[]
  return Object.fromEntries(
    fields.map((field) => [field, view[field] === STANDARD[field] ? undefined : view[field]]),
  )
}

/** Returns whether a search or filter is set. */
export const isNarrowed = (view: FleetsView): boolean =>
  Object.values(writeFleetsView({ ...view, sort: STANDARD.sort })).some((value) => value !== undefined)

export const isQueryTooShort = ({ q }: FleetsView): boolean =>
  q.trim() !== '' && q.trim().length < FLEET_QUERY_MIN

/** Returns the query for the server. Omits a search that is too short; the screen shows an error for it (FMC-018). */
export function toFleetSearch(view: FleetsView): FleetSearch {
  const { sort, active } = view
  const [q, name, region, rep] = [view.q.trim(), view.name.trim(), view.region.trim(), view.rep.trim()]
  const filter = {
    ...(name && { name }),
    ...(region && { region }),
    ...(rep && { rep }),
    ...(active !== 'all' && { active: active === 'true' }),
  }
  return {
    sort,
    ...(q && !isQueryTooShort(view) && { query: q }),
    ...(Object.keys(filter).length > 0 && { filter }),
  }
}

/** Returns the same as query parameters of a download. */
export function toFleetsFileQuery(view: FleetsView): Record<string, string> {
  const { query, sort, filter = {} } = toFleetSearch(view)
  return {
    sort,
    ...(query && { query }),
    ...Object.fromEntries(Object.entries(filter).map(([name, value]) => [`filter[${name}]`, String(value)])),
  }
}
