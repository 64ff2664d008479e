import { lazy, memo, Suspense } from 'react'
import { useKept } from '#src/session/useKept.ts'
import { useOnline } from '#src/session/useOnline.ts'

const FirstLoad = lazy(() => import('./FirstLoad.tsx').then((module) => ({ default: module.FirstLoad })))

/** How far the first load is, on screens that list this device's copies. Memoised: a typed letter does not change it. */
export const FirstLoadNote = memo(function FirstLoadNote() {
  const isLoading = useKept(['loaded'], (cache) => cache.lastLoadedAt) === null
  const isOnline = useOnline()
  if (!isLoading || !isOnline) return null
  return (
    <Suspense>
      <FirstLoad />
    </Suspense>
  )
})
