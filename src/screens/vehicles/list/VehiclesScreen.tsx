import type { GridColDef } from '@mui/x-data-grid'
import { memo, type RefObject, useCallback, useMemo, useRef, useState } from 'react'
import type { DocumentType } from '#domain/access/permissions.ts'
import { FirstLoadNote } from '#src/features/home/dashboard/FirstLoadNote.tsx'
import { NavigationAlert } from '#src/features/home/dashboard/NavigationAlert.tsx'
import { type TableLook, useTableLook } from '#src/features/home/saved-views/useTableLook.ts'
import { dueByVehicle } from '#src/features/maintenance/intervals/due.ts'
import { BulkUploadPanel } from '#src/features/vehicles/bulk/BulkUploadPanel.tsx'
import { BulkActionPanel } from '#src/features/vehicles/bulk-actions/BulkActionPanel.tsx'
import { useSelecting } from '#src/features/vehicles/bulk-actions/useSelecting.tsx'
import { DocumentIcons } from '#src/features/vehicles/glovebox/DocumentIcons.tsx'
import { useDocumentStates } from '#src/features/vehicles/glovebox/useDocumentStates.ts'
import { AsOf } from '#src/features/vehicles/vehicles/AsOf.tsx'
import { FirstSteps } from '#src/features/vehicles/vehicles/FirstSteps.tsx'
import {
  type ListState,
  readColumns,
  readOrder,
  writeOrder,
} from '#src/features/vehicles/vehicles/list-state.ts'
import { useFirstRows } from '#src/features/vehicles/vehicles/useFirstRows.ts'
import { useVehicleRows } from '#src/features/vehicles/vehicles/useVehicleRows.ts'
import { VehicleCards } from '#src/features/vehicles/vehicles/VehicleCards.tsx'
import { VehicleGrid } from '#src/features/vehicles/vehicles/VehicleGrid.tsx'
import { VehicleTiles } from '#src/features/vehicles/vehicles/VehicleTiles.tsx'
import { sortRows, type VehicleRow } from '#src/features/vehicles/vehicles/vehicle-rows.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useComplete, useFirstLoad, useLoaded } from '#src/local-data/useFirstLoad.ts'
import { useIntervals, useLocalRows } from '#src/local-data/useLocalRows.ts'
import { VehicleGlovebox } from '#src/screens/vehicles/vehicle/VehicleGlovebox.tsx'
import { useFlag, useHasFeature } from '#src/session/SessionProvider.tsx'
import { useSessionCan } from '#src/session/useSessionCan.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import type { ColumnTest } from '#src/ui/grid/table-props.ts'
import { Page } from '#src/ui/layout/Page.tsx'
import { useIsDesktop } from '#src/ui/layout/useScreenSize.ts'
import { lazyComponent } from '#src/ui/lazy-component.tsx'
import { ListStates } from '#src/ui/list/ListStates.tsx'
import { NoMatch } from '#src/ui/list/NoMatch.tsx'
import { type ShownVehicles, useVehicleRowsFile } from './DownloadVehicles.tsx'
import { useBulkDialog } from './useBulkDialog.ts'
import { isFilteredBy, UNFILTERED, useFoundRows } from './useFoundRows.ts'
import { type ChangeList, useListState } from './useListState.ts'
import { useFacets, VehicleChips } from './VehicleChips.tsx'
import { VehiclesActions } from './VehiclesActions.tsx'
import { VehiclesToolbar } from './VehiclesToolbar.tsx'

// Loaded on demand, because few visits select vehicles.
const BulkActionsBar = lazyComponent(() =>
  import('#src/features/vehicles/bulk-actions/BulkActionsBar.tsx').then((module) => module.BulkActionsBar),
)
// Loaded on demand with the CSV parser, because few users open it.
const BulkUploadDialog = lazyComponent(() =>
  import('#src/features/vehicles/bulk/BulkUploadDialog.tsx').then((module) => module.BulkUploadDialog),
)

/** /vehicles: all vehicles that the user may see, from this device, refreshed in the background (OFF-007). */
export function VehiclesScreen() {
  const t = useTexts('vehicles')
  const mayEdit = useSessionCan('vehicles.edit')
  const [list, change] = useListState()
  const intervals = useIntervals()
  const due = useMemo(() => dueByVehicle(intervals ?? []), [intervals])
  const rows = useVehicleRows(due)
  const loaded = useLoaded(rows)
  const firstLoad = useFirstLoad()
  const sorted = useMemo(() => rows && sortRows(rows, list.sort), [rows, list.sort])
  const facets = useFacets(list)
  const { narrowed, found, counted, setColumnTest, ...numbers } = useFoundRows(sorted, list, facets)
  // VEH-011.
  const mayAdd = useHasFeature('addVehicles') && mayEdit
  const bulk = useBulkDialog()
  const look = useTableLook()
  const { inGrid, order } = useGridOrder()
  const selecting = useSelecting({ targetOf, order })
  const isFiltered = isFilteredBy(list)
  const isNarrowed = writeOrder(readOrder(list.order)) !== '' || list.sort !== 'name' || isFiltered
  const first = useFirstRows(useComplete(sorted), !isNarrowed && list.page === 0)
  const listed = found ?? first?.rows
  const shown = useMemo(() => ({ rows: found ?? [], isNarrowed, inGrid }), [found, isNarrowed, inGrid])
  return (
    <Page
      title={t('vehicles:title')}
      subtitle={<Subtitle rows={counted} />}
      actions={
        <VehiclesActions
          sort={list.sort}
          onSort={change}
          hasVehicles={(rows?.length ?? 0) > 0}
          shown={shown}
          mayAdd={mayAdd}
          onUpload={bulk.open}
        />
      }
    >
      <Stack sx={{ gap: 1.5 }}>
        <NavigationAlert />
        <FirstLoadNote />
        <VehicleTiles rows={counted} />
        {mayAdd && <BulkUpload {...bulk} />}
        <VehiclesToolbar
          list={list}
          counts={intervals && numbers.counts}
          isFiltered={isFiltered}
          selection={selecting.selection}
          start={selecting.start}
          startRef={selecting.startRef}
          onChange={change}
        />
        <Selected {...selecting} rows={rows} shown={shown} total={counted?.length} />
        <VehicleChips rows={rows} facets={facets} onChange={change} hiddenColumns={look.hiddenColumns} />
        <ListStates
          {...firstLoad}
          total={listed && (loaded?.length === 0 ? 0 : (loaded ?? first) && listed.length)}
          onClear={isFiltered ? () => change(UNFILTERED) : undefined}
          rows={8}
          rowHeight={78}
          empty={<NoVehicles onUpload={bulk.open} />}
        >
          {listed && (
            <Rows
              rows={listed}
              allRows={narrowed ?? listed}
              allCount={found ? undefined : first?.total}
              list={list}
              onChange={change}
              inGrid={inGrid}
              onColumnTest={setColumnTest}
              look={look.table}
              selectColumn={selecting.column}
            />
          )}
        </ListStates>
      </Stack>
    </Page>
  )
}

/** The rows in the order of the grid, for the selection of a range. */
function useGridOrder() {
  const inGrid = useRef<readonly VehicleRow[]>(null)
  const order = useCallback(() => (inGrid.current ?? []).map(({ id }) => id), [])
  return { inGrid, order }
}

function NoVehicles({ onUpload }: { onUpload: () => void }) {
  const t = useTexts('vehicles')
  return (
    <EmptyState
      title={t('vehicles:list.empty.title')}
      message={t('vehicles:list.empty.message')}
      action={<FirstSteps onUpload={onUpload} />}
    />
  )
}

/** The progress of a bulk upload, and its dialog. */
function BulkUpload({ isOpen, uploadId, show, close }: ReturnType<typeof useBulkDialog>) {
  return (
    <>
      <BulkUploadPanel onShow={show} />
      {isOpen && <BulkUploadDialog uploadId={uploadId} onShow={show} onClose={close} />}
    </>
  )
}

type SelectedProps = ReturnType<typeof useSelecting<VehicleRow>> & {
  rows: readonly VehicleRow[] | undefined
  shown: ShownVehicles
  total: number | undefined
}

/** Actions for the selected vehicles, and the result of the last one. */
function Selected({ selection, stop, rows = [], shown, total }: SelectedProps) {
  const download = useVehicleRowsFile()
  return (
    <>
      <BulkActionPanel />
      {selection && (
        <BulkActionsBar
          selection={selection}
          readIds={() => (shown.inGrid.current ?? shown.rows).map(({ id }) => id)}
          total={total}
          // Of all rows, because a selection may span several searches.
          onDownload={(ids) => download(rows.filter(({ id }) => ids.has(id)))}
          onClose={stop}
        />
      )}
    </>
  )
}

const targetOf = (row: VehicleRow) => row

function Subtitle({ rows }: { rows: readonly VehicleRow[] | undefined }) {
  const t = useTexts('vehicles')
  const format = useFormat()
  const count = useComplete(rows?.length)
  return (
    <Box role="status" component="span">
      {count !== undefined && <span>{t('vehicles:count', { count, number: format.number(count) })}</span>}
      <AsOf before={count === undefined ? '' : ' · '} />
    </Box>
  )
}

interface RowsProps {
  rows: readonly VehicleRow[]
  allRows: readonly VehicleRow[]
  allCount: number | undefined
  list: ListState
  onChange: ChangeList
  inGrid: RefObject<readonly VehicleRow[] | null>
  onColumnTest: (test: ColumnTest<VehicleRow>) => void
  look: TableLook
  selectColumn: GridColDef<VehicleRow> | undefined
}

const Rows = memo(function Rows(props: RowsProps) {
  const { rows } = props
  const isDesktop = useIsDesktop()
  const documents = useVehicleDocuments()
  return (
    <>
      {isDesktop ? (
        <DeskRows {...documents} {...props} />
      ) : (
        <VehicleCards rows={rows} documentsOf={documents.documentsOf} />
      )}
      {documents.opened && (
        <VehicleGlovebox
          vehicleId={documents.opened.vehicleId}
          name={rows.find((row) => row.id === documents.opened?.vehicleId)?.name ?? ''}
          {...(documents.opened.type && { readOnlyType: documents.opened.type })}
          onClose={documents.close}
        />
      )}
    </>
  )
})

/** The document icons of each vehicle, and the glovebox dialog; nothing while the glovebox is off (GLV-021). */
function useVehicleDocuments() {
  const hasGlovebox = useFlag('glovebox')
  const statesOf = useDocumentStates(useLocalRows(['glovebox'], (cache) => cache.gloveboxItems))
  const [opened, setOpened] = useState<{ vehicleId: number; type?: DocumentType }>()
  const documentsOf = useCallback(
    (vehicleId: number) => (
      <DocumentIcons states={statesOf(vehicleId)} onOpen={(type) => setOpened({ vehicleId, type })} />
    ),
    [statesOf],
  )
  const openGlovebox = useCallback((vehicleId: number) => setOpened({ vehicleId }), [])
  return {
    documentsOf: hasGlovebox ? documentsOf : undefined,
    onGlovebox: hasGlovebox ? openGlovebox : undefined,
    opened,
    close: () => setOpened(undefined),
  }
}

type DeskRowsProps = RowsProps & Pick<ReturnType<typeof useVehicleDocuments>, 'documentsOf' | 'onGlovebox'>

function DeskRows(props: DeskRowsProps) {
  const { rows, allRows, allCount, list, onChange, inGrid, onColumnTest, look } = props
  // Memoized: a new model object counts as a change and returns the grid to its first page.
  const sortModel = useMemo(() => readOrder(list.order), [list.order])
  const filterModel = useMemo(() => readColumns(list.columns), [list.columns])
  return (
    <VehicleGrid
      {...look}
      selectColumn={props.selectColumn}
      rows={rows}
      allRows={allRows}
      allCount={allCount}
      shownRef={allCount === undefined ? inGrid : undefined}
      onColumnTest={onColumnTest}
      fits={list.fits}
      // The grid has its own column filters.
      empty={<NoMatch onClear={() => onChange(UNFILTERED)} />}
      documentsOf={props.documentsOf}
      onGlovebox={props.onGlovebox}
      paginationModel={{ page: list.page, pageSize: list.size }}
      onPaginationModelChange={({ page, pageSize }) => onChange({ page, size: pageSize })}
      sortModel={sortModel}
      onSortModelChange={(model) => onChange({ order: writeOrder(model) })}
      filterModel={filterModel}
      onFilterModelChange={({ items }) =>
        onChange({ columns: items.length > 0 ? JSON.stringify(items) : '' })
      }
    />
  )
}
