import { isCompanyList, type ViewList } from '#domain/home/saved-view-rules.ts'
import { api, queries } from '#src/api/client.ts'

/** The calls for the views of a list: of the fleet, or of the management company. */
export const viewCallsOf = (list: ViewList) => (isCompanyList(list) ? api.companyViews : api.savedViews)
const queriesOf = (list: ViewList) => (isCompanyList(list) ? queries.companyViews : queries.savedViews)

/** The user's views of all lists of the same place, stored on the device for offline reading. */
export const savedViewsQuery = (list: ViewList) =>
  queriesOf(list).list.queryOptions({
    retry: false,
    gcTime: Number.POSITIVE_INFINITY,
    meta: { persist: true },
  })

/** A view that was opened by its link; another user may have saved it. */
export const sharedViewQuery = (list: ViewList, id: string) =>
  queriesOf(list).show.queryOptions({
    input: { id },
    retry: false,
    gcTime: Number.POSITIVE_INFINITY,
    meta: { persist: true },
  })
