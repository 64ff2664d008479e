import { lazyComponent } from '#src/ui/lazy-component.tsx'

// Loaded lazily: most screens load before it would show.
const SkeletonList = lazyComponent(() =>
  import('#src/ui/feedback/SkeletonList.tsx').then((m) => m.SkeletonList),
)

/** Shows while the code or texts of a screen are loading. */
export function ScreenPending() {
  return <SkeletonList />
}
