import type { SxProps, Theme } from '@mui/material/styles'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { Box } from '#src/ui/box/Box.tsx'

interface RenderWhenVisibleProps {
  /** Reserves the content's space, so that nothing below shifts. */
  sx: SxProps<Theme>
  children: ReactNode
}

/**
 * Renders its children, including their code, shortly before they scroll into view, and never before the first paint.
 */
export function RenderWhenVisible({ sx, children }: RenderWhenVisibleProps) {
  const placeholder = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (isNear || !placeholder.current) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), {
      rootMargin: '200px',
    })
    observer.observe(placeholder.current)
    return () => observer.disconnect()
  }, [isNear])
  return (
    <Box ref={placeholder} sx={sx}>
      {isNear && <Suspense>{children}</Suspense>}
    </Box>
  )
}
