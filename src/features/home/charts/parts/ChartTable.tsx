import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import type { ReactNode } from 'react'

interface ChartTableProps {
  label: string
  columns: readonly string[]
  rows: readonly { key: string | number; cells: readonly ReactNode[] }[]
}

/** Data of a chart as a table: a label, then the numbers. */
export function ChartTable({ label, columns, rows }: ChartTableProps) {
  const align = (column: number) => (column === 0 ? 'left' : 'right')
  return (
    <Table size="small" stickyHeader aria-label={label}>
      <TableHead>
        <TableRow>
          {columns.map((column, at) => (
            <TableCell key={column} align={align(at)}>
              {column}
            </TableCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map(({ key, cells }) => (
          <TableRow key={key}>
            {cells.map((cell, at) => (
              <TableCell key={columns[at]} align={align(at)}>
                {cell}
              </TableCell>
            ))}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}
