import type { ReactNode } from 'react'
import { Stack } from '../box/Stack.tsx'

/** Chips, views and selection of a list. On a phone one line that scrolls, to leave room for the list. */
export function FilterRow({ children }: { children: ReactNode }) {
  return (
    <Stack
      direction="row"
      sx={{
        gap: 1,
        alignItems: 'center',
        flexWrap: { xs: 'nowrap', md: 'wrap' },
        overflowX: { xs: 'auto', md: 'visible' },
        '& > *': { flexShrink: 0 },
        // To the edge of the screen, where a chip that is cut off shows that there is more.
        mx: { xs: -2, md: 0 },
        px: { xs: 2, md: 0 },
        scrollbarWidth: 'none',
      }}
    >
      {children}
    </Stack>
  )
}
