import { useState } from 'react'
import { useLocalRows } from '#src/local-data/useLocalRows.ts'

/**
 * A local list; the last one with rows if the browser has cleared the local data since. An open form needs it to stay
 * open with its typed text.
 */
export function useUnlessCleared<T extends readonly unknown[]>(list: T | undefined): T | undefined {
  const loadedAt = useLocalRows(['loaded'], (cache) => cache.lastLoadedAt, { isOptional: true })
  const [last, setLast] = useState(list)
  const hasRows = list !== undefined && list.length > 0
  if (hasRows && list !== last) setLast(list)
  return hasRows || loadedAt ? list : (last ?? list)
}
