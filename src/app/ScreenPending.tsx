import { lazy, Suspense } from 'react'

// Not among what every start loads: most screens are there before it would show.
const SkeletonList = lazy(() =>
  import('#src/ui/feedback/SkeletonList.tsx').then((m) => ({ default: m.SkeletonList })),
)

/** In the place of a screen whose code or texts are still on the way. */
export function ScreenPending() {
  return (
    <Suspense>
      <SkeletonList />
    </Suspense>
  )
}
