import { useEffect } from 'react'

interface View {
  page: number
  size: number
}

/** Leads back from a page that the list no longer has: an old link, or rows that went since. */
export function useLastPage(
  total: number | undefined,
  { page, size }: View,
  change: (part: { page: string }) => void,
): void {
  const last = total === undefined ? page : Math.max(1, Math.ceil(total / size))
  // biome-ignore lint/correctness/useExhaustiveDependencies: `change` is a new function each time
  useEffect(() => {
    if (page > last) change({ page: String(last) })
  }, [page, last])
}
