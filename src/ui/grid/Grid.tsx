import type { GridColDef, GridValidRowModel } from '@mui/x-data-grid'
import { DataGrid } from '@mui/x-data-grid/DataGrid'
import { frFR } from '@mui/x-data-grid/locales'
import { useMemo } from 'react'
import { GRID_REDRAW_DELAY_MS } from '#domain/core/limits.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { dash } from '#src/lib/format/format.ts'
import { cspNonce } from '#src/lib/nonce.ts'
import { cellActionStyles } from './cell-actions.tsx'
import { GridFooter } from './GridFooter.tsx'
import { GridProgress } from './GridProgress.tsx'
import { HiddenColumns } from './HiddenColumns.tsx'
import { withPageHeader } from './PageHeader.tsx'
import type { DataTableProps } from './table-props.ts'
import { useColumnFit } from './useColumnFit.ts'
import { usePageOfRows } from './usePageOfRows.ts'

const usualPageSizes = [25, 50, 100]

/** The heavy part of DataTable; nothing else imports it. */
export function Grid(props: DataTableProps<GridValidRowModel>) {
  const {
    label,
    rows: _rows,
    allRows: _all,
    allCount: _count,
    shownRef: _shown,
    onColumnTest: _onTest,
    storedColumns: _stored,
    hideOrder: _order,
    density = 'compact',
    columns: _columns,
    empty,
    height: _,
    maxHeight: _max,
    hidesFooter = false,
    isSqueezed: _squeezed,
    pageSizes = usualPageSizes,
    getRowId,
    initialState,
    ...rest
  } = props
  const localeText = useLocaleText()
  const page = usePageOfRows(props)
  const nonce = cspNonce()
  const sizes = useMemo(() => pageSizes.toSorted((a, b) => a - b), [pageSizes])
  const { columns, gridProps, tooMany, showAll } = useColumnFit(props, page.rows)
  const dashed = useMemo(() => columns.map(withPageHeader).map(withDash), [columns])
  const slots = useMemo(
    () => ({
      baseLinearProgress: GridProgress,
      footer: GridFooter,
      ...(empty && { noRowsOverlay: () => empty }),
    }),
    [empty],
  )
  return (
    <>
      <DataGrid
        {...gridProps}
        {...rest}
        {...(getRowId && { getRowId })}
        {...(nonce && { nonce })}
        localeText={localeText}
        aria-label={label}
        columns={dashed}
        {...page}
        density={density}
        hideFooter={hidesFooter}
        pageSizeOptions={sizes}
        initialState={{
          pagination: { paginationModel: { page: 0, pageSize: pageSizes[0] ?? 25 } },
          ...initialState,
        }}
        disableRowSelectionOnClick
        resizeThrottleMs={GRID_REDRAW_DELAY_MS}
        slots={slots}
        slotProps={{ loadingOverlay: { variant: 'linear-progress', noRowsVariant: 'skeleton' } }}
        sx={{
          borderRadius: 2,
          bgcolor: 'background.paper',
          // Room for the empty state, which would be cut off at two rows.
          ...(empty && { '--DataGrid-overlayHeight': '280px' }),
          '& .MuiDataGrid-columnHeaderTitle': { fontWeight: 650 },
          ...cellActionStyles,
          '& .grid-footer': {
            display: 'flex',
            alignItems: 'center',
            pl: 1,
            borderTop: 1,
            borderColor: 'divider',
          },
          '& .grid-footer > div': { flex: 1, borderTop: 0 },
          '& .MuiDataGrid-row': { cursor: rest.onRowClick ? 'pointer' : undefined },
        }}
      />
      {tooMany.length > 0 && <HiddenColumns columns={tooMany} onShow={showAll} />}
    </>
  )
}

/** MUI’s texts in the user’s language, with ours. */
function useLocaleText() {
  const t = useTexts()
  const { language, number } = useFormat()
  return useMemo(
    () => ({
      ...(language === 'fr' && frFR.components.MuiDataGrid.defaultProps.localeText),
      // Replaces MUI's 'Sort by ASC'.
      columnMenuSortAsc: t('common:grid.ascending'),
      columnMenuSortDesc: t('common:grid.descending'),
      // MUI creates a formatter for each number, which takes 4 ms per search.
      paginationDisplayedRows: ({ from, to, count }: { from: number; to: number; count: number }) =>
        t('common:grid.rows', { from: number(from), to: number(to), total: number(count) }),
    }),
    [language, number, t],
  )
}

const asItIs = (value: unknown) => value

function withDash(column: GridColDef): GridColDef {
  // Otherwise the grid formats an unused number, slowly, each time it renders the cell.
  if (column.renderCell && column.type === 'number' && !column.valueFormatter)
    return { ...column, valueFormatter: asItIs }
  if (column.renderCell || column.valueFormatter || column.type === 'actions') return column
  return {
    ...column,
    valueFormatter: (value: unknown) =>
      value === null || value === undefined || value === '' ? dash : value,
  }
}
