import Skeleton from '@mui/material/Skeleton'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { visuallyHidden } from '#src/ui/layout/visually-hidden.ts'

interface SkeletonListProps {
  rows?: number
  /** Height of one row in px, equal to the loaded content's, so that nothing shifts. */
  rowHeight?: number
}

/** Placeholder of a list during its first load. */
export function SkeletonList({ rows = 5, rowHeight = 72 }: SkeletonListProps) {
  const t = useTexts()
  return (
    <Box role="status">
      <span style={visuallyHidden}>{t('common:list.loading')}</span>
      {Array.from({ length: rows }, (_, row) => (
        <Stack
          // biome-ignore lint/suspicious/noArrayIndexKey: rows of a skeleton never move
          key={row}
          aria-hidden
          sx={{ height: rowHeight, px: 2, justifyContent: 'center', borderBottom: 1, borderColor: 'divider' }}
        >
          <Skeleton width={`${60 - (row % 3) * 10}%`} />
          <Skeleton width={`${35 + (row % 2) * 10}%`} />
        </Stack>
      ))}
    </Box>
  )
}
