import type { ReactNode } from 'react'
import { Box } from '#src/ui/box/Box.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'

interface BannerProps {
  icon: ReactNode
  tone: 'info' | 'warning'
  title?: string
  message: ReactNode
  actions?: ReactNode
}

/** A strip above the screen for app-wide messages. */
export function Banner({ icon, tone, title, message, actions }: BannerProps) {
  return (
    <Stack
      role="status"
      direction={{ xs: 'column', sm: 'row' }}
      sx={{
        gap: { xs: 1, sm: 2 },
        px: { xs: 2, md: 3 },
        py: 1,
        alignItems: { sm: 'center' },
        borderBottom: 1,
        borderColor: 'divider',
        bgcolor: `color-mix(in srgb, var(--wb-palette-${tone}-main) 10%, var(--wb-palette-background-paper))`,
      }}
    >
      <Stack direction="row" sx={{ gap: 1.5, flexGrow: 1, alignItems: 'center', minWidth: 0 }}>
        <Box aria-hidden sx={{ display: 'flex', color: `${tone}.main` }}>
          {icon}
        </Box>
        <div>
          {title && <Typography sx={{ fontWeight: 650, fontSize: '0.9375rem' }}>{title}</Typography>}
          <Typography variant="body2" component="div">
            {message}
          </Typography>
        </div>
      </Stack>
      {actions && (
        <Stack direction="row" sx={{ gap: 1, justifyContent: 'flex-end', flexShrink: 0 }}>
          {actions}
        </Stack>
      )}
    </Stack>
  )
}
