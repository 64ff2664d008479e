import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableFooter from '@mui/material/TableFooter'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import TableSortLabel from '@mui/material/TableSortLabel'
import type { CostGroup, CostSort } from '#contract/home/reports.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { dash } from '#src/lib/format/format.ts'
import { TextLink } from '#src/ui/link/TextLink.tsx'
import { type ReportView, writeReportView } from './report-view.ts'
import { useGroupName } from './useGroupName.ts'

interface CostTableProps {
  title: string
  view: ReportView
  report: { groups: readonly CostGroup[]; count: number; total: string }
  onSort: (sort: CostSort) => void
}

const COLUMNS = ['name', 'count', 'total'] as const

/** The groups of a page with the total of all pages. Each name links to the rows of its figures. */
export function CostTable({ title, view, report, onSort }: CostTableProps) {
  const t = useTexts('fleet-reports')
  const { money, number } = useFormat()
  const nameOf = useGroupName(view.by)
  const labels = {
    name: t(`fleet-reports:by.${view.by}`),
    count: t(view.by === 'service' ? 'fleet-reports:costs.lines' : 'fleet-reports:costs.count'),
    total: t('fleet-reports:costs.total'),
  }
  return (
    <Table size="small" aria-label={title} sx={narrowCells}>
      <TableHead>
        <TableRow>
          {COLUMNS.map((column) => (
            <SortCell
              key={column}
              column={column}
              label={labels[column]}
              sort={view.by === 'month' ? null : view.sort}
              onSort={onSort}
            />
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {report.groups.map((group) => (
          <TableRow key={group.key} hover>
            <TableCell component="th" scope="row" sx={groupName}>
              <TextLink to="/reports" search={writeReportView({ ...view, key: group.key, rowsPage: 1 })}>
                {nameOf(group)}
              </TextLink>
            </TableCell>
            <TableCell align="right">{group.count === null ? dash : number(group.count)}</TableCell>
            <TableCell align="right" sx={oneLine}>
              {money(group.total)}
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
      <TableFooter>
        <TableRow sx={totals}>
          <TableCell component="th" scope="row">
            {t('fleet-reports:costs.all')}
          </TableCell>
          <TableCell align="right">{number(report.count)}</TableCell>
          <TableCell align="right" sx={oneLine}>
            {money(report.total)}
          </TableCell>
        </TableRow>
      </TableFooter>
    </Table>
  )
}

const oneLine = { whiteSpace: 'nowrap' }
/** Breaks long names of shops, but not months. */
const groupName = { overflowWrap: 'anywhere', minWidth: 96 }
/** A phone has room for three columns only without the usual padding. */
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

interface SortCellProps {
  column: (typeof COLUMNS)[number]
  label: string
  /** Null: the report has a fixed order. */
  sort: CostSort | null
  onSort: (sort: CostSort) => void
}

/** A heading that sorts the report on the server. Amounts and counts begin with the largest. */
function SortCell({ column, label, sort, onSort }: SortCellProps) {
  const isCurrent = sort === column || sort === `-${column}`
  const isDescending = sort?.startsWith('-') ?? false
  const first: CostSort = column === 'name' ? 'name' : `-${column}`
  const other: CostSort = isDescending ? column : `-${column}`
  const align = column === 'name' ? 'left' : 'right'
  return (
    <TableCell align={align} sortDirection={isCurrent ? (isDescending ? 'desc' : 'asc') : false}>
      {sort === null ? (
        label
      ) : (
        <TableSortLabel
          active={isCurrent}
          direction={isCurrent ? (isDescending ? 'desc' : 'asc') : column === 'name' ? 'asc' : 'desc'}
          onClick={() => onSort(isCurrent ? other : first)}
        >
          {label}
        </TableSortLabel>
      )}
    </TableCell>
  )
}
