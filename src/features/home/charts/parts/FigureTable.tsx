import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import type { ReactNode } from 'react'

interface FigureTableProps {
  label: string
  columns: readonly string[]
  rows: readonly { key: string | number; cells: readonly ReactNode[] }[]
}

/** Figures of a chart: a word first, numbers behind it. */
export function FigureTable({ label, columns, rows }: FigureTableProps) {
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
