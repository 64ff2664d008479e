/** Lists of which users save views. */
export const VIEW_LISTS = ['vehicles', 'due', 'active_orders', 'past_services'] as const
export type ViewList = (typeof VIEW_LISTS)[number]

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
