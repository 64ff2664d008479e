import Box from '@mui/material/Box'
import type { SxProps, Theme } from '@mui/material/styles'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'

interface WhenNearProps {
  /** The room that it will take, so that nothing below moves when it comes. */
  sx: SxProps<Theme>
  children: ReactNode
}

/** Builds what it holds, code included, once that is about to come into sight: never before the first paint. */
export function WhenNear({ sx, children }: WhenNearProps) {
  const place = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (isNear || !place.current) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), {
      rootMargin: '200px',
    })
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [isNear])
  return (
    <Box ref={place} sx={sx}>
      {isNear && <Suspense>{children}</Suspense>}
    </Box>
  )
}
