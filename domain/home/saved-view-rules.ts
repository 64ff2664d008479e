/** Lists of a fleet of which users save views. */
export const FLEET_VIEW_LISTS = ['vehicles', 'due', 'active_orders', 'past_services'] as const

/** Lists of a management company of which its users save views (decision 102). */
export const COMPANY_VIEW_LISTS = ['fmc_fleets', 'fmc_orders', 'fmc_users', 'fmc_transactions'] as const
type CompanyViewList = (typeof COMPANY_VIEW_LISTS)[number]

export const VIEW_LISTS = [...FLEET_VIEW_LISTS, ...COMPANY_VIEW_LISTS] as const
export type ViewList = (typeof VIEW_LISTS)[number]

export const isCompanyList = (list: ViewList): list is CompanyViewList =>
  COMPANY_VIEW_LISTS.some((one) => one === list)

/** URL parameters of each list that a view stores: filter, sort order, columns and density; never the page. */
export const VIEW_PARAMETERS = {
  vehicles: [
    ...['q', 'show', 'sort', 'order', 'columns', 'size', 'fits'],
    ...['department', 'driver', 'class', 'hide', 'density'],
  ],
  due: ['due', 'order', 'by', 'department', 'driver', 'class', 'hide', 'density'],
  active_orders: [
    ...['q', 'from', 'to', 'days', 'status', 'sort', 'size'],
    ...['department', 'driver', 'class', 'hide', 'density'],
  ],
  past_services: [
    ...['q', 'from', 'to', 'days', 'sort', 'size'],
    ...['department', 'driver', 'class', 'hide', 'density'],
  ],
  fmc_fleets: ['q', 'sort', 'name', 'region', 'rep', 'active', 'hide', 'density'],
  fmc_orders: ['q', 'fleet', 'due', 'sort', 'hide', 'density'],
  fmc_users: ['q', 'sort', 'size', 'hide', 'density'],
  fmc_transactions: ['from', 'to', 'fleet', 'fits', 'density'],
} as const satisfies Record<ViewList, readonly string[]>

/** Density of a table's rows; 'compact' if a view has none. */
export const DENSITIES = ['compact', 'standard', 'comfortable'] as const
export type Density = (typeof DENSITIES)[number]

/** Returns the parameters of a URL that a view of the list stores. */
export function viewState(
  list: ViewList,
  search: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  return Object.fromEntries(
    VIEW_PARAMETERS[list].flatMap((key) => {
      const value = search[key]
      return value === undefined || value === '' ? [] : [[key, value]]
    }),
  )
}
