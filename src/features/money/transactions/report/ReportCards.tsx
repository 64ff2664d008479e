import type { ReactNode } from 'react'
import { TRANSACTIONS_PER_PAGE } from '#domain/core/limits.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Pages } from '#src/ui/list/Pages.tsx'
import type { ReportPage } from './ReportGrid.tsx'

interface ReportCardsProps extends Pick<ReportPage<unknown>, 'total' | 'page' | 'onPage'> {
  label: string
  /** The cards, as list items. */
  children: ReactNode
}

/** One page of a report as cards, for phones. */
export function ReportCards({ label, total, page, onPage, children }: ReportCardsProps) {
  return (
    <Stack sx={{ gap: 1 }}>
      <Box component="ul" aria-label={label} sx={{ display: 'grid', gap: 1 }}>
        {children}
      </Box>
      <Pages page={page} count={Math.ceil(total / TRANSACTIONS_PER_PAGE)} onChange={onPage} />
    </Stack>
  )
}
