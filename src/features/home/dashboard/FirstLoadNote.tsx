import { memo } from 'react'
import { useFirstLoad } from '#src/local-data/useFirstLoad.ts'
import { useLoadedAt } from '#src/local-data/useLocalRows.ts'
import { lazyComponent } from '#src/ui/lazy-component.tsx'

const FirstLoad = lazyComponent(() => import('./FirstLoad.tsx').then((module) => module.FirstLoad))

/** Progress of the first load, on screens that list local copies. Memoized, so that typing does not re-render it. */
export const FirstLoadNote = memo(function FirstLoadNote() {
  const isLoading = useLoadedAt() === null
  // The list shows this error itself.
  const { failure } = useFirstLoad()
  if (!isLoading || failure) return null
  return <FirstLoad />
})
