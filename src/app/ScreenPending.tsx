import Box from '@mui/material/Box'
import { SkeletonList } from '#src/ui/feedback/SkeletonList.tsx'

/** In the place of a screen whose code or texts are still on the way. */
export function ScreenPending() {
  return (
    <Box sx={{ p: { xs: 2, md: 3 } }}>
      <SkeletonList />
    </Box>
  )
}
