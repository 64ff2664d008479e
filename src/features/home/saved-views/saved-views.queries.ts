import { isCompanyList, type ViewList } from '#domain/home/saved-view-rules.ts'
import { queries } from '#src/api/client.ts'

/** The calls for the views of a list: of the fleet, or of the management company. */
const callsOf = (list: ViewList) => queries[isCompanyList(list) ? 'companyViews' : 'savedViews']

/** Stored on the device for offline reading. */
const stored = { retry: false, gcTime: Number.POSITIVE_INFINITY, meta: { persist: true } } as const

/** The user's views of all lists of the same place. */
export const savedViewsQuery = (list: ViewList) => callsOf(list).list.queryOptions(stored)

/** A view that was opened by its link; another user may have saved it. */
export const sharedViewQuery = (list: ViewList, id: string) =>
  callsOf(list).show.queryOptions({ ...stored, input: { id } })
