import { viewSearch } from './view-search.ts'

type Search = Record<string, string | undefined>

/** URL parameters of the fleet list; unknown names are ignored (FMC-016, FMC-017). */
export const fleetsSearch = ({ q, sort, name, region, rep, active, ...rest }: Search) => ({
  ...(q && { q }),
  ...(sort && { sort }),
  ...(name && { name }),
  ...(region && { region }),
  ...(rep && { rep }),
  ...(active && { active }),
  ...viewSearch(rest),
})

/** URL parameters of the active orders of all fleets. */
export const ordersSearch = ({ q, fleet, due, sort, page, ...rest }: Search) => ({
  ...(q && { q }),
  ...(fleet && { fleet }),
  ...(due && { due }),
  ...(sort && { sort }),
  ...(page && { page }),
  ...viewSearch(rest),
})
