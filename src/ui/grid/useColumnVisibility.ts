import type { GridColDef, GridColumnVisibilityModel } from '@mui/x-data-grid'
import { useEffect, useMemo, useState } from 'react'
import type { StoredColumns } from './table-props.ts'

const keyOf = (table: string) => `wheelbook.hidden-columns.${table}`

/**
 * Stores on this device which columns the user hid. Grids are identified by their fields, which do not depend on
 * language. A screen may store them in its URL instead.
 */
export function useColumnVisibility(columns: readonly GridColDef[], stored?: StoredColumns) {
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
  const ofDevice = changed?.table === table ? changed.model : kept
  const hide = stored?.hide
  const model = useMemo(() => (hide === undefined ? ofDevice : modelOf(hide)), [hide, ofDevice])
  const shownRef = stored?.shownRef
  useEffect(() => {
    if (!shownRef) return
    shownRef.current = hideOf(model)
    return () => {
      shownRef.current = undefined
    }
  }, [shownRef, model])
  return {
    columnVisibilityModel: model,
    onColumnVisibilityModelChange(model: GridColumnVisibilityModel) {
      if (stored?.hide !== undefined) return stored.onHide(hideOf(model))
      setChanged({ table, model })
      writeHidden(table, model)
    },
  }
}

const hiddenIn = (model: GridColumnVisibilityModel) =>
  Object.keys(model).filter((field) => model[field] === false)

const hideOf = (model: GridColumnVisibilityModel) => hiddenIn(model).join(',') || '-'

const modelOf = (hide: string): GridColumnVisibilityModel =>
  Object.fromEntries(hide.split(',').map((field) => [field, false]))

function readHidden(table: string): GridColumnVisibilityModel {
  try {
    const fields: unknown = JSON.parse(localStorage.getItem(keyOf(table)) ?? '[]')
    return Array.isArray(fields) ? Object.fromEntries(fields.map((field) => [String(field), false])) : {}
  } catch {
    return {}
  }
}

function writeHidden(table: string, model: GridColumnVisibilityModel): void {
  const hidden = hiddenIn(model)
  try {
    if (hidden.length > 0) localStorage.setItem(keyOf(table), JSON.stringify(hidden))
    else localStorage.removeItem(keyOf(table))
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
}
