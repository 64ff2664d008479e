import type { ReactNode } from 'react'
import { appName } from '#src/lib/app-name.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'

interface PageProps {
  title: string
  /** A secondary line below the title. */
  subtitle?: ReactNode
  /** A back link above the title. */
  back?: ReactNode
  /** Buttons at the end of the title row, or below it if there is no room. */
  actions?: ReactNode
  /** A menu of less common actions, always next to the title. */
  menu?: ReactNode
  /** 'form' limits the line length; 'full' is for grids. */
  width?: 'form' | 'reading' | 'full'
  children: ReactNode
}

const widths = { form: 640, reading: 960, full: 'none' }

/** A screen's frame: its only h1, the document title, its actions, then the content. */
export function Page({ title, subtitle, back, actions, menu, width = 'full', children }: PageProps) {
  return (
    <Box sx={{ px: { xs: 2, md: 3 }, py: { xs: 2, md: 3 }, maxWidth: widths[width], width: '100%' }}>
      <title>{`${title} · ${appName()}`}</title>
      {back}
      <Stack
        direction="row"
        sx={{ flexWrap: 'wrap', gap: 1.5, alignItems: 'center', justifyContent: 'space-between', mb: 2 }}
      >
        <Stack
          direction="row"
          sx={{ gap: 1, minWidth: 0, alignItems: 'flex-start', flexGrow: { xs: 1, sm: 0 } }}
        >
          <Box sx={{ minWidth: 0, flexGrow: 1 }}>
            <Typography variant="h1">{title}</Typography>
            {subtitle && (
              <Typography variant="body2" component="div" sx={{ color: 'text.secondary' }}>
                {subtitle}
              </Typography>
            )}
          </Box>
          {menu}
        </Stack>
        {actions && (
          <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
            {actions}
          </Stack>
        )}
      </Stack>
      {children}
    </Box>
  )
}
