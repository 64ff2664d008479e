import type { ReactNode } from 'react'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'

/** The number of rows above a list, and its saved views. */
export function CountRow({ children, views }: { children: ReactNode; views: ReactNode }) {
  return (
    <Stack direction="row" sx={{ columnGap: 2, flexWrap: 'wrap', alignItems: 'center' }}>
      <Typography role="status" variant="body2" sx={{ color: 'text.secondary', minHeight: 20, flexGrow: 1 }}>
        {children}
      </Typography>
      {views}
    </Stack>
  )
}
