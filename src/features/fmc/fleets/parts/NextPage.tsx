import { useEffect, useRef } from 'react'
import { SkeletonList } from '#src/ui/feedback/SkeletonList.tsx'

/** Requests the next page as soon as it is visible. */
export function NextPage({ onShow }: { onShow: () => void }) {
  const hasRequested = useRef(false)
  useEffect(() => {
    if (hasRequested.current) return
    hasRequested.current = true
    onShow()
  }, [onShow])
  return <SkeletonList rows={2} rowHeight={120} />
}
