import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import { useTexts } from '#src/i18n/useTexts.ts'
import { visuallyHidden } from '#src/ui/layout/visually-hidden.ts'

interface SkeletonListProps {
  rows?: number
  /** Of one row in px: the height of what will stand there, so that nothing jumps. */
  rowHeight?: number
}

/** In the place of a list while it loads for the first time. */
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
