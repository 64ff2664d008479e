import type { GridColDef, GridColumnVisibilityModel } from '@mui/x-data-grid'
import { useEffect, useMemo, useState } from 'react'
import type { StoredColumns } from './table-props.ts'

/**
 * Stores on this device which columns the user hid, and which ones the user shows although the grid is too narrow for
 * them. Grids are identified by their fields, which do not depend on language. A screen may store the hidden ones in its
 * URL instead.
 */
export function useColumnVisibility(columns: readonly GridColDef[], stored?: StoredColumns) {
  const table = useMemo(
    () =>
      columns
        // A column of checkboxes comes and goes.
        .flatMap(({ field, hideable }) => (hideable === false ? [] : field))
        .sort()
        .join(','),
    [columns],
  )
  const [ofDevice, setHidden] = useStoredFields(`wheelbook.hidden-columns.${table}`)
  const [forced, setForced] = useStoredFields(`wheelbook.shown-columns.${table}`)
  const hide = stored?.hide
  const hidden = useMemo(() => (hide === undefined ? ofDevice : new Set(hide.split(','))), [hide, ofDevice])
  const shownRef = stored?.shownRef
  useEffect(() => {
    if (!shownRef) return
    shownRef.current = hideOf(hidden)
    return () => {
      shownRef.current = undefined
    }
  }, [shownRef, hidden])
  return {
    hidden,
    forced,
    force: (fields: readonly string[]) => setForced(new Set([...forced, ...fields])),
    /** Stores the user's choice; `tooMany` are the columns for which the grid has no room. */
    change(model: GridColumnVisibilityModel, tooMany: readonly string[]) {
      const isShown = (field: string) => model[field] !== false
      const wanted = tooMany.filter(isShown)
      if (wanted.length > 0) setForced(new Set([...forced, ...wanted]))
      // If the user hides all columns, also those for which there would then be room.
      const hidesAll = columns.every(({ field, hideable }) => hideable === false || !isShown(field))
      const isHidden = (field: string) => !isShown(field) && (hidesAll || !tooMany.includes(field))
      const next = new Set(Object.keys(model).filter(isHidden))
      if (stored?.hide !== undefined) return stored.onHide(hideOf(next))
      setHidden(next)
    },
  }
}

export const visibilityModel = (hidden: Iterable<string>): GridColumnVisibilityModel =>
  Object.fromEntries([...hidden].map((field) => [field, false]))

const hideOf = (hidden: ReadonlySet<string>) => [...hidden].join(',') || '-'

/** A set of fields in the storage of this device. Without storage it lasts until the page is closed. */
function useStoredFields(key: string) {
  const [changed, setChanged] = useState<{ key: string; fields: ReadonlySet<string> }>()
  const stored = useMemo(() => readFields(key), [key])
  const fields = changed?.key === key ? changed.fields : stored
  const change = (next: ReadonlySet<string>) => {
    setChanged({ key, fields: next })
    writeFields(key, next)
  }
  return [fields, change] as const
}

function readFields(key: string): ReadonlySet<string> {
  try {
    const fields: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return new Set(Array.isArray(fields) ? fields.map(String) : [])
  } catch {
    return new Set()
  }
}

function writeFields(key: string, fields: ReadonlySet<string>): void {
  try {
    if (fields.size > 0) localStorage.setItem(key, JSON.stringify([...fields]))
    else localStorage.removeItem(key)
  } catch {
    // Storage is full or blocked.
  }
}
