import { type ReactNode, useCallback, useState } from 'react'
import { Box } from '#src/ui/box/Box.tsx'

interface ScrollAreaProps {
  label: string
  children: ReactNode
}

/** Scrolls a table sideways where it is too wide, with large text on a phone, also by keyboard (WCAG 1.4.4). */
export function ScrollArea({ label, children }: ScrollAreaProps) {
  const [isTooWide, setTooWide] = useState(false)
  const watch = useCallback((area: HTMLDivElement | null) => {
    if (!area) return
    const observer = new ResizeObserver(() => setTooWide(area.scrollWidth > area.clientWidth))
    observer.observe(area)
    for (const child of area.children) observer.observe(child)
    return () => observer.disconnect()
  }, [])
  return (
    <Box
      ref={watch}
      {...(isTooWide && { role: 'group', 'aria-label': label, tabIndex: 0 })}
      sx={{ overflowX: 'auto', '@media print': { overflow: 'visible' } }}
    >
      {children}
    </Box>
  )
}
