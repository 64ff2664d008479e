import { listSearch } from './list-search.ts'

/** URL parameters of the fleet list (FMC-016, FMC-017). */
export const fleetsSearch = listSearch('q', 'sort', 'name', 'region', 'rep', 'active')

/** URL parameters of the active orders of all fleets. */
export const ordersSearch = listSearch('q', 'fleet', 'due', 'status', 'stay', 'sort', 'page', 'size')
