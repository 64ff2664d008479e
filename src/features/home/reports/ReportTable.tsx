import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableFooter from '@mui/material/TableFooter'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import TableSortLabel from '@mui/material/TableSortLabel'
import type { ReactNode } from 'react'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { SelectInput } from '#src/ui/form/SelectInput.tsx'
import { onScreenOnly } from '#src/ui/layout/on-screen-only.ts'
import { ScrollArea } from '#src/ui/layout/ScrollArea.tsx'
import { useIsPhone } from '#src/ui/layout/useScreenSize.ts'
import { TextLink } from '#src/ui/link/TextLink.tsx'
import { type ReportView, writeReportView } from './report-view.ts'
import { type NamedGroup, useGroupName } from './useGroupName.ts'

/** A column of figures, sorted by its key on the server. */
export interface ReportColumn<Key extends string, Row extends NamedGroup> {
  key: Key
  label: string
  cell: (group: Row) => ReactNode
  /** The figure of all pages; none where figures cannot be added up. */
  total?: string
  /** A phone has room for it only in the place of another, while it sorts the report. */
  isWideOnly?: boolean
}

export interface ReportTableProps<Key extends string, Row extends NamedGroup> {
  title: string
  view: ReportView
  groups: readonly Row[]
  columns: readonly ReportColumn<Key, Row>[]
  /** Marks a group below its name. */
  mark?: (group: Row) => ReactNode
  /** Null: the report has a fixed order. */
  sort: string | null
  onSort: (sort: Key | 'name' | `-${Key | 'name'}`) => void
}

/** The groups of a page with the figures of all pages. Each name links to the rows of its figures. */
export function ReportTable<Key extends string, Row extends NamedGroup>({
  title,
  view,
  groups,
  columns: allColumns,
  mark,
  sort,
  onSort,
}: ReportTableProps<Key, Row>) {
  const t = useTexts('fleet-reports')
  const nameOf = useGroupName(view.by)
  const isPhone = useIsPhone()
  const columns = isPhone ? narrowColumns(allColumns, sort) : allColumns
  const name = { key: 'name', label: t(`fleet-reports:by.${view.by}`) } as const
  const headings: Heading<Key>[] = [name, ...columns]
  const table = (
    <ScrollArea label={title}>
      <Table size="small" aria-label={title} sx={narrowCells}>
        <TableHead>
          <TableRow>
            {headings.map(({ key, label }) => (
              <SortCell key={key} column={key} label={label} sort={sort} onSort={onSort} />
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {groups.map((group) => (
            <TableRow key={group.key} hover>
              <TableCell component="th" scope="row" sx={groupName}>
                <TextLink to="/reports" search={writeReportView({ ...view, key: group.key, rowsPage: 1 })}>
                  {nameOf(group)}
                </TextLink>
                {mark?.(group)}
              </TableCell>
              {columns.map(({ key, cell }) => (
                <TableCell key={key} align="right" sx={oneLine}>
                  {cell(group)}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
        {columns.some(({ total }) => total !== undefined) && (
          <TableFooter>
            <TableRow sx={totals}>
              <TableCell component="th" scope="row">
                {t('fleet-reports:costs.all')}
              </TableCell>
              {columns.map(({ key, total }) => (
                <TableCell key={key} align="right" sx={oneLine}>
                  {total}
                </TableCell>
              ))}
            </TableRow>
          </TableFooter>
        )}
      </Table>
    </ScrollArea>
  )
  if (sort === null || columns.length === allColumns.length) return table
  return (
    <Stack sx={{ gap: 1 }}>
      <Box sx={onScreenOnly}>
        <SortSelect headings={[name, ...allColumns]} sort={sort} onSort={onSort} />
      </Box>
      {table}
    </Stack>
  )
}

/** The columns that a phone has room for. One that sorts the report replaces the first, so that its order is visible. */
function narrowColumns<Column extends { key: string; isWideOnly?: boolean }>(
  columns: readonly Column[],
  sort: string | null,
): readonly Column[] {
  const sorted = columns.find(({ key, isWideOnly }) => isWideOnly && (sort === key || sort === `-${key}`))
  const narrow = columns.filter(({ isWideOnly }) => !isWideOnly)
  return sorted ? [sorted, ...narrow.slice(1)] : narrow
}

interface Heading<Key extends string> {
  key: Key | 'name'
  label: string
}

interface SortSelectProps<Key extends string> {
  headings: readonly Heading<Key>[]
  sort: string
  onSort: (sort: Key | 'name' | `-${Key | 'name'}`) => void
}

/** Sorts by columns too that a phone does not show. */
function SortSelect<Key extends string>({ headings, sort, onSort }: SortSelectProps<Key>) {
  const t = useTexts('fleet-reports')
  return (
    <SelectInput
      isFilter
      label={t('fleet-reports:sort')}
      value={headings.find(({ key }) => sort === key || sort === `-${key}`)?.key ?? ''}
      empty={null}
      options={headings.map(({ key, label }) => ({ value: key, label }))}
      onChange={(key) => key !== '' && onSort(key === 'name' ? key : `-${key}`)}
    />
  )
}

const oneLine = { whiteSpace: 'nowrap' }
/** Breaks long names of shops, but not months. */
const groupName = { overflowWrap: 'anywhere', minWidth: '6rem' }
/** A phone has room for several columns only without the usual padding. */
const narrowCells = { '& .MuiTableCell-root': { px: { xs: 0.75, sm: 2 } } }
/** Footers are small and gray by default. */
const totals = {
  '& .MuiTableCell-footer': {
    fontWeight: 700,
    color: 'text.primary',
    fontSize: 'body2.fontSize',
    borderBottom: 0,
  },
}

interface SortCellProps<Key extends string> {
  column: Key
  label: string
  sort: string | null
  onSort: (sort: Key | `-${Key}`) => void
}

/** A heading that sorts the report on the server. Figures begin with the largest. */
function SortCell<Key extends string>({ column, label, sort, onSort }: SortCellProps<Key>) {
  const isCurrent = sort === column || sort === `-${column}`
  const isDescending = sort?.startsWith('-') ?? false
  const isName = column === 'name'
  const next = isCurrent ? !isDescending : !isName
  return (
    <TableCell
      align={isName ? 'left' : 'right'}
      sortDirection={isCurrent ? (isDescending ? 'desc' : 'asc') : false}
    >
      {sort === null ? (
        label
      ) : (
        <TableSortLabel
          active={isCurrent}
          direction={isCurrent ? (isDescending ? 'desc' : 'asc') : isName ? 'asc' : 'desc'}
          onClick={() => onSort(next ? `-${column}` : column)}
        >
          {label}
        </TableSortLabel>
      )}
    </TableCell>
  )
}
