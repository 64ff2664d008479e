import { lazy, memo, Suspense } from 'react'
import { useFirstLoad } from '#src/local-data/useFirstLoad.ts'
import { useKept } from '#src/local-data/useLocalRows.ts'

const FirstLoad = lazy(() => import('./FirstLoad.tsx').then((module) => ({ default: module.FirstLoad })))

/** How far the first load is, on screens that list this device's copies. Memoised: a typed letter does not change it. */
export const FirstLoadNote = memo(function FirstLoadNote() {
  const isLoading = useKept(['loaded'], (cache) => cache.lastLoadedAt) === null
  // The list says so itself.
  const { failure } = useFirstLoad()
  if (!isLoading || failure) return null
  return (
    <Suspense>
      <FirstLoad />
    </Suspense>
  )
})
