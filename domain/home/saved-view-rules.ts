/** Lists of a fleet of which users save views. */
export const FLEET_VIEW_LISTS = [
  ...(['vehicles', 'due', 'upcoming', 'active_orders', 'active_maintenances', 'past_services'] as const),
  ...(['users', 'transactions'] as const),
] as const

/** Lists of a management company of which its users save views (decision 102). */
export const COMPANY_VIEW_LISTS = ['fmc_fleets', 'fmc_orders', 'fmc_users', 'fmc_transactions'] as const
type CompanyViewList = (typeof COMPANY_VIEW_LISTS)[number]

export const VIEW_LISTS = [...FLEET_VIEW_LISTS, ...COMPANY_VIEW_LISTS] as const
export type ViewList = (typeof VIEW_LISTS)[number]

/** Checks the name, because the list of company views would add to what the app loads. */
export const isCompanyList = (list: ViewList): list is CompanyViewList => list.startsWith('fmc_')

/** Columns and density of a table. */
const LOOK = ['hide', 'density'] as const
const OF_VEHICLES = ['department', 'driver', 'class', ...LOOK] as const
const OF_USERS = ['q', 'sort', 'size', ...LOOK] as const
const OF_TRANSACTIONS = ['from', 'to', 'fits', 'density'] as const
const OF_ORDERS = ['q', 'from', 'to', 'days', 'sort', 'size', ...OF_VEHICLES] as const

/** URL parameters of each list that a view stores: filter, sort order, columns and density; never the page. */
export const VIEW_PARAMETERS = {
  vehicles: ['q', 'show', 'sort', 'order', 'columns', 'size', 'fits', ...OF_VEHICLES],
  due: ['due', 'order', 'by', ...OF_VEHICLES],
  upcoming: ['due', ...OF_ORDERS],
  active_orders: ['status', 'stay', ...OF_ORDERS],
  active_maintenances: ['sort', 'size', ...OF_VEHICLES],
  past_services: ['status', ...OF_ORDERS],
  fmc_fleets: ['q', 'sort', 'name', 'region', 'rep', 'active', ...LOOK],
  fmc_orders: ['q', 'fleet', 'due', 'status', 'stay', 'sort', 'size', ...LOOK],
  users: OF_USERS,
  transactions: OF_TRANSACTIONS,
  fmc_users: OF_USERS,
  fmc_transactions: ['fleet', ...OF_TRANSACTIONS],
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
