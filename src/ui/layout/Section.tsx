import Paper from '@mui/material/Paper'
import { type ReactNode, useId } from 'react'
import { Box } from '#src/ui/box/Box.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'

interface SectionProps {
  title: string
  actions?: ReactNode
  /** Without padding, for lists and grids that reach the edges. */
  flush?: boolean
  children: ReactNode
}

/** A titled panel on a page (h2), a region named by its title. */
export function Section({ title, actions, flush = false, children }: SectionProps) {
  const titleId = useId()
  return (
    <Paper component="section" aria-labelledby={titleId} variant="outlined" sx={{ overflow: 'hidden' }}>
      <Stack
        direction="row"
        sx={{
          px: 2,
          py: 1,
          minHeight: 52,
          gap: 1,
          flexWrap: 'wrap',
          alignItems: 'center',
          justifyContent: 'space-between',
        }}
      >
        <Typography variant="h2" id={titleId}>
          {title}
        </Typography>
        {actions && (
          // The negative margin cancels their height, so that they may appear after the title without a shift.
          <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', my: -1 }}>
            {actions}
          </Stack>
        )}
      </Stack>
      <Box sx={flush ? undefined : { px: 2, pb: 2 }}>{children}</Box>
    </Paper>
  )
}
