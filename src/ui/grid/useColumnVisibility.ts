import type { GridColDef, GridColumnVisibilityModel } from '@mui/x-data-grid'
import { useMemo, useState } from 'react'

const keyOf = (table: string) => `wheelbook.hidden-columns.${table}`

/**
 * Stores on this device which columns the user hid. Grids are identified by their fields, which do not depend on
 * language.
 */
export function useColumnVisibility(columns: readonly GridColDef[]) {
  const table = useMemo(
    () =>
      columns
        .map(({ field }) => field)
        .sort()
        .join(','),
    [columns],
  )
  const [changed, setChanged] = useState<{ table: string; model: GridColumnVisibilityModel }>()
  const kept = useMemo(() => readHidden(table), [table])
  return {
    columnVisibilityModel: changed?.table === table ? changed.model : kept,
    onColumnVisibilityModelChange(model: GridColumnVisibilityModel) {
      setChanged({ table, model })
      writeHidden(table, model)
    },
  }
}

function readHidden(table: string): GridColumnVisibilityModel {
  try {
    const fields: unknown = JSON.parse(localStorage.getItem(keyOf(table)) ?? '[]')
    return Array.isArray(fields) ? Object.fromEntries(fields.map((field) => [String(field), false])) : {}
  } catch {
    return {}
  }
}

function writeHidden(table: string, model: GridColumnVisibilityModel): void {
  const hidden = Object.keys(model).filter((field) => model[field] === false)
  try {
    if (hidden.length > 0) localStorage.setItem(keyOf(table), JSON.stringify(hidden))
    else localStorage.removeItem(keyOf(table))
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
}
