// The reference page: the rows of a fleet in a plain x-data-grid with its own quick filter, and nothing else.
import { DataGrid, type GridColDef } from '@mui/x-data-grid'
import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { QUICK_FILTER_DELAY_MS } from '#domain/core/limits.ts'

const columns: GridColDef[] = [
  { field: 'name', headerName: 'Vehicle', flex: 1, minWidth: 165 },
  { field: 'status', headerName: 'Status', width: 130 },
  { field: 'odometer', headerName: 'Odometer', type: 'number', width: 110 },
  { field: 'plate', headerName: 'Plate', width: 100 },
  { field: 'other_id', headerName: 'Other ID', width: 90 },
  { field: 'department', headerName: 'Department', width: 100 },
  { field: 'drivers', headerName: 'Drivers', width: 130 },
  { field: 'last_maintenance', headerName: 'Last maintenance', width: 120 },
  { field: 'vin', headerName: 'VIN', width: 185 },
]

function PlainGrid() {
  const [rows, setRows] = useState<object[]>([])
  const [typed, setTyped] = useState('')
  const [words, setWords] = useState<string[]>([])
  useEffect(() => {
    void fetch('./rows.json').then(async (response) => setRows(await response.json()))
  }, [])
  useEffect(() => {
    const timer = setTimeout(() => setWords(typed.split(/\s+/).filter(Boolean)), QUICK_FILTER_DELAY_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return (
    <>
      <input
        type="search"
        aria-label="Search"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <DataGrid
        rows={rows}
        columns={columns}
        density="compact"
        filterModel={{ items: [], quickFilterValues: words }}
        pageSizeOptions={[10]}
        initialState={{ pagination: { paginationModel: { page: 0, pageSize: 10 } } }}
        disableRowSelectionOnClick
      />
    </>
  )
}

const root = document.getElementById('root')
if (root) createRoot(root).render(<PlainGrid />)
