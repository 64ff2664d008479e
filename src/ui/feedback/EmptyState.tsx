import Inbox from '@mui/icons-material/InboxOutlined'
import type { ReactNode } from 'react'
import { Box } from '#src/ui/box/Box.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'

interface EmptyStateProps {
  title: string
  /** The title is the heading of a page that has no other. */
  isPage?: boolean
  message?: ReactNode
  icon?: ReactNode
  /** The next step. */
  action?: ReactNode
}

/** The content of an empty list: the reason and the next step. */
export function EmptyState({ title, isPage = false, message, icon = <Inbox />, action }: EmptyStateProps) {
  return (
    <Stack sx={{ alignItems: 'center', textAlign: 'center', gap: 1, px: 2, py: 5 }}>
      <Box aria-hidden sx={{ color: 'text.secondary', '& svg': { fontSize: 40 } }}>
        {icon}
      </Box>
      <Typography component={isPage ? 'h1' : 'p'} sx={{ fontWeight: 650 }}>
        {title}
      </Typography>
      {message && (
        <Typography variant="body2" component="div" sx={{ color: 'text.secondary', maxWidth: 420 }}>
          {message}
        </Typography>
      )}
      {action && <Box sx={{ mt: 1 }}>{action}</Box>}
    </Stack>
  )
}
