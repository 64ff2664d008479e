import type { GridValidRowModel } from '@mui/x-data-grid'
import { isWideScreen } from '#src/lib/wide-screen.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { SkeletonList } from '#src/ui/feedback/SkeletonList.tsx'
import { lazyComponent } from '#src/ui/lazy-component.tsx'
import type { DataTableProps } from './table-props.ts'

const Grid = lazyComponent(
  () => import('./Grid.tsx').then((module) => module.Grid),
  <SkeletonList rows={7} rowHeight={56} />,
)
// Where a screen has room for the table, its code loads while the screen reads its rows.
if ('matchMedia' in globalThis && isWideScreen()) void Grid.preload()

/** The height of ten rows, or what a tall window leaves below a list's filters. */
export const WINDOW_HEIGHT = 'max(460px, calc(100dvh - 330px))'

/** A dense table for desktop screens with sorting, filters and pages. Its code loads with the first screen that may show one. */
export function DataTable<Row extends GridValidRowModel>(props: DataTableProps<Row>) {
  return (
    <Box
      sx={{
        display: 'flex',
        flexDirection: 'column',
        width: '100%',
        height: props.height ?? 'auto',
        maxHeight: props.maxHeight,
      }}
    >
      {/* A lazy component cannot preserve a type parameter. */}
      <Grid {...(props as unknown as DataTableProps<GridValidRowModel>)} />
    </Box>
  )
}
