import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useRef } from 'react'
import { DENSITIES } from '#domain/home/saved-view-rules.ts'
import type { StoredColumns } from '#src/ui/grid/table-props.ts'

/** Columns and density of a table that saved views store, from the URL. */
export function useTableLook() {
  const search: Record<string, string | undefined> = useSearch({ strict: false })
  const navigate = useNavigate()
  const shownRef = useRef<string>(undefined)
  const { hide } = search
  const density = DENSITIES.find((known) => known === search.density)
  return useMemo(() => {
    const storedColumns: StoredColumns = {
      hide,
      shownRef,
      onHide: (next) =>
        void navigate({
          to: '.',
          search: (before) => ({ ...before, hide: next }),
          state: true,
          replace: true,
          resetScroll: false,
        }),
    }
    return {
      /** For the table. */
      table: { storedColumns, ...(density && { density }) },
      /** For the menu of views. */
      hiddenColumns: () => shownRef.current,
    }
  }, [hide, density, navigate])
}
export type TableLook = ReturnType<typeof useTableLook>['table']
