interface FindState {
  hasQuery: boolean
  count: number
  /** More results may come: from this device, which is not ready, or from the server. */
  isWaiting: boolean
}

/** Returns what a screen reader hears about the results of a search: their count, or that there are none. */
export function announcementOf({ hasQuery, count, isWaiting }: FindState): 'count' | 'nothing' | null {
  if (!hasQuery) return null
  if (count > 0) return 'count'
  return isWaiting ? null : 'nothing'
}
