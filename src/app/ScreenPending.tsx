import { lazy, Suspense } from 'react'

// Loaded lazily: most screens load before it would show.
const SkeletonList = lazy(() =>
  import('#src/ui/feedback/SkeletonList.tsx').then((m) => ({ default: m.SkeletonList })),
)

/** Shows while the code or texts of a screen are loading. */
export function ScreenPending() {
  return (
    <Suspense>
      <SkeletonList />
    </Suspense>
  )
}
