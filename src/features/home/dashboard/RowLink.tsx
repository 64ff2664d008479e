import ChevronRight from '@mui/icons-material/ChevronRight'
import type { LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Box } from '#src/ui/box/Box.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { LinkBox } from '#src/ui/link/LinkBox.tsx'

interface RowLinkProps {
  to: NonNullable<LinkProps['to']>
  params: Record<string, string>
  title: string
  detail: ReactNode
  /** End of the row: a chip or a number. */
  end?: ReactNode
}

/** One linked row of a panel; the whole row is clickable. */
export function RowLink({ to, params, title, detail, end }: RowLinkProps) {
  return (
    <LinkBox to={to} params={params} sx={row}>
      <Box sx={{ minWidth: 0, flexGrow: 1 }}>
        <Typography noWrap title={title} sx={{ fontWeight: 600, fontSize: '0.9375rem' }}>
          {title}
        </Typography>
        <Typography variant="body2" component="div" sx={{ color: 'text.secondary' }}>
          {detail}
        </Typography>
      </Box>
      <Box sx={{ flexShrink: 0, whiteSpace: 'nowrap' }}>{end}</Box>
      <ChevronRight
        aria-hidden
        sx={{ display: { xs: 'none', sm: 'block' }, color: 'text.secondary', flexShrink: 0 }}
      />
    </LinkBox>
  )
}

const row = {
  display: 'flex',
  alignItems: 'center',
  gap: 1.5,
  minHeight: 64,
  px: 2,
  py: 1,
  borderTop: 1,
  borderColor: 'divider',
  color: 'text.primary',
  textDecoration: 'none',
  '&:hover': { bgcolor: 'action.hover' },
  '&:focus-visible': { outlineOffset: '-2px' },
} as const
