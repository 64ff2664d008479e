import Box from '@mui/material/Box'
import type { GridValidRowModel } from '@mui/x-data-grid'
import { lazy, Suspense } from 'react'
import { isWideScreen } from '#src/lib/wide-screen.ts'
import { SkeletonList } from '#src/ui/feedback/SkeletonList.tsx'
import type { DataTableProps } from './table-props.ts'

const loadGrid = () => import('./Grid.tsx')
const Grid = lazy(() => loadGrid().then((module) => ({ default: module.Grid })))
// Where a screen has room for the table, its code loads while the screen reads its rows.
if ('matchMedia' in globalThis && isWideScreen()) loadGrid().catch(() => {})

/** A dense table for desktop screens with sorting, filters and pages. Its code loads with the first screen that may show one. */
export function DataTable<Row extends GridValidRowModel>(props: DataTableProps<Row>) {
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', width: '100%', height: props.height ?? 'auto' }}>
      <Suspense fallback={<SkeletonList rows={7} rowHeight={56} />}>
        {/* lazy() cannot preserve a type parameter. */}
        <Grid {...(props as unknown as DataTableProps<GridValidRowModel>)} />
      </Suspense>
    </Box>
  )
}
