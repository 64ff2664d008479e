import { queries } from '#src/api/client.ts'

/** The user's views of all lists, stored on the device for offline reading. */
export const savedViewsQuery = () =>
  queries.savedViews.list.queryOptions({
    retry: false,
    gcTime: Number.POSITIVE_INFINITY,
    meta: { persist: true },
  })

/** A view that was opened by its link; another user may have saved it. */
export const sharedViewQuery = (id: string) =>
  queries.savedViews.show.queryOptions({
    input: { id },
    retry: false,
    gcTime: Number.POSITIVE_INFINITY,
    meta: { persist: true },
  })
