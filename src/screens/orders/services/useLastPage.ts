import { useEffect } from 'react'

interface View {
  page: number
  size: number
}

/** Goes to the last page if the current one no longer exists, for example after rows were deleted. */
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
