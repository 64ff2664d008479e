import { useEffect, useRef, useState } from 'react'
import type { ServiceDefinition } from '#contract/catalog/services.ts'
import type { ManualHistory } from '#contract/maintenance/history.ts'
import { localToday } from '#domain/core/days.ts'
import type { FieldCodes } from '#domain/core/file-rules.ts'
import { wholeNumber } from '#domain/core/numbers.ts'
import { isUnlikelyForOdometer } from '#domain/vehicles/odometer-rules.ts'
import { useReadingConfirmation } from '#src/features/vehicles/odometer/useReadingConfirmation.tsx'
import type { VehicleOption } from '#src/features/vehicles/picker/vehicle-options.ts'
import { useUnsavedTyping } from '#src/forms/unsaved-typing.ts'
import { useCreateEntry } from '#src/forms/useCreateEntry.ts'
import { useLateSave } from '#src/forms/useLateSave.ts'
import { useSavedElsewhere } from '#src/forms/useSavedElsewhere.ts'
import { type Settled, whenSettled } from '#src/forms/when-settled.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { readDraftFiles } from '#src/lib/drafts/draft-files.ts'
import type { DraftSlot } from '#src/lib/drafts/draft-storage.ts'
import { useDraft } from '#src/lib/drafts/useDraft.ts'
import { addRecents } from '#src/lib/recents.ts'
import { useOffline } from '#src/local-data/useOffline.ts'
import type { LocalRow } from '#src/offline/model/api/cache-api.ts'
import type { Saved } from '#src/offline/model/api/outbox-api.ts'
import type { BaseRevision, Command, NewFile } from '#src/offline/model/command.ts'
import { Invalid } from '#src/offline/model/errors.ts'
import { newId } from '#src/offline/model/ids.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { useSaveWhenReady } from '#src/ui/draft/useSaveWhenReady.ts'
import { checkDraft } from './form/history-problems.ts'
import { useInvoiceFiles } from './form/useInvoiceFiles.ts'
import {
  emptyService,
  type HistoryDraft,
  isUntouched,
  parseDraft,
  toFields,
  withoutEmptyRows,
} from './history-draft.ts'

export interface SavedHistory {
  opId: string
  /** Id of the entry, which may differ from the form's. */
  entityId: string
  settled: Settled
}

interface HistoryFormOptions {
  /** The draft slot that this tab holds. */
  slot: DraftSlot
  /** The form's values without a draft. */
  initial: HistoryDraft
  /** The entry to edit; null: a new one. */
  kept: LocalRow<ManualHistory> | null
  vehicles: readonly Pick<VehicleOption, 'id' | 'vehicle'>[]
  services: ReadonlyMap<number, Pick<ServiceDefinition, 'positions'>>
  /** The server's errors for this entry, from an earlier attempt or from one while the form was open. */
  refused?: { opId: string; codes: FieldCodes } | undefined
  onSaved: (saved: SavedHistory) => void
}

/** State of the history form without its appearance: draft, files, validation and save. */
export function useHistoryForm(options: HistoryFormOptions) {
  const { slot, initial, kept, vehicles, services, refused, onSaved } = options
  const { outbox, cache } = useOffline()
  const { user, fleet } = useSession()
  const format = useFormat()
  const { ask, dialog: readingQuestion } = useReadingConfirmation()
  const { create, mayBeKept } = useCreateEntry()
  const draft = useDraft<HistoryDraft>({ slot, initial, parse: parseDraft })
  const stored = draft.value.stored.filter((invoice) => !invoice.isRemoved)
  const storedNames = stored.map((invoice) => invoice.file_name)
  const invoices = useInvoiceFiles(slot, storedNames, () => draft.change({}))
  const [codes, setCodes] = useState(refused?.codes ?? {})
  const [failure, setFailure] = useState<unknown>()
  const [isSaving, setSaving] = useState(false)
  // A second tap can arrive before the next render.
  const isUnderWay = useRef(false)
  /** Number of refused saves; each one moves the focus to the first invalid field. */
  const [refusals, setRefusals] = useState(0)
  useUnsavedTyping(invoices.files.length > 0 || !isUntouched(draft.value, initial))

  const { restoredAt } = draft
  const { id } = draft.value
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was restored when the form opened is asked about
  useEffect(() => {
    if (kept || restoredAt === undefined) return
    // Fills in the vehicle that the user came from if the draft has none.
    if (draft.value.vehicle_id === null && initial.vehicle_id !== null)
      draft.change({ vehicle_id: initial.vehicle_id })
  }, [])
  const savedElsewhere = useSavedElsewhere({
    entry: kept ? null : cache.history(id),
    id,
    content: async () => ({
      fields: toFields(draft.value, fleet.country),
      fileIds: (await readDraftFiles(slot)).map((file) => file.id),
    }),
    isOwn: () => isUnderWay.current || mayBeKept(),
    onSavedBefore: () => void discard(),
    onDiffers: () => draft.change({ id: newId() }),
  })

  const refusedOp = useRef(refused?.opId)
  useEffect(() => {
    if (!refused || refusedOp.current === refused.opId) return
    refusedOp.current = refused.opId
    setCodes(refused.codes)
    setRefusals((count) => count + 1)
  }, [refused])

  /** Changes fields and clears their errors until the next save. */
  function change(part: Partial<HistoryDraft>) {
    draft.change(part)
    setCodes((known) => withoutCodesOf(known, Object.keys(part)))
  }

  function refuse(wrong: FieldCodes) {
    setCodes(wrong)
    setRefusals((count) => count + 1)
  }

  const contentOf = (value: HistoryDraft) => JSON.stringify([value, invoices.files.map((file) => file.id)])
  const followLate = useLateSave({
    content: contentOf(draft.value),
    isSaving: () => isUnderWay.current,
    onSaved: (saved) => leave(saved, draft.value),
    onFailure: setFailure,
  })

  async function save() {
    if (isUnderWay.current) return
    const value = { ...draft.value, services: withoutEmptyRows(draft.value.services) }
    draft.change({ services: value.services })
    setFailure(undefined)
    const fileNames = [...storedNames, ...invoices.files.map((file) => file.file_name)]
    const check = checkDraft(value, { country: fleet.country, services, fileNames, now: new Date() })
    if (!check.ok) return refuse(check.codes)
    setCodes({})
    isUnderWay.current = true
    if (!(await isReadingMeant(value))) {
      isUnderWay.current = false
      return
    }
    setSaving(true)
    try {
      const files = invoices.files.map(toNewFile)
      const command = commandOf(value, kept, check.payload, files)
      await leave(
        await (command.kind === 'history.create' ? create(command) : outbox.enqueue(command)),
        value,
      )
    } catch (error) {
      // Nothing was stored: the form stays open and shows the reason (docs/offline.md row 9).
      if (error instanceof Invalid) refuse(error.fields)
      else setFailure(error)
      followLate(error, contentOf(value))
    } finally {
      setSaving(false)
      isUnderWay.current = false
    }
  }

  /** Asks for confirmation of an implausible reading; when editing, only if it was changed. */
  function isReadingMeant({ vehicle_id, odometer, date_of_completion: read_on }: HistoryDraft) {
    const vehicle = vehicles.find(({ id }) => id === vehicle_id)?.vehicle
    const reading = { value: wholeNumber(odometer) ?? Number.NaN, unit: format.distanceUnit, read_on }
    const isAsBefore = reading.value === kept?.row.odometer && vehicle_id === kept.row.vehicle_id
    if (!vehicle || isAsBefore) return true
    const last = vehicle.odometer === null ? null : { value: vehicle.odometer, unit: vehicle.odometer_units }
    if (!isUnlikelyForOdometer(reading, last, localToday())) return true
    return ask({
      typed: format.distance(reading.value, reading.unit),
      last: last && format.distance(last.value, last.unit),
    })
  }

  /** Runs only after the commit. */
  async function leave({ opId, entityId }: Saved, value: HistoryDraft) {
    isUnderWay.current = true
    setFailure(undefined)
    draft.saved()
    // Not awaited: the entry is stored even if storage is slow.
    void invoices.forget()
    remember(value)
    onSaved({ opId, entityId, settled: await whenSettled(outbox, opId) })
  }

  function remember(value: HistoryDraft) {
    const of = { fleetId: user.fleet_id, userId: user.id }
    const ids = value.services.flatMap((row) => row.service_definition_id ?? [])
    addRecents({ ...of, kind: 'service' }, ids)
    addRecents({ ...of, kind: 'vehicle' }, value.vehicle_id === null ? [] : [value.vehicle_id])
    addRecents({ ...of, kind: 'shop' }, value.shop_id === null ? [] : [value.shop_id])
  }

  async function discard() {
    // An id that was saved, here or in another tab, is never reused for another entry.
    draft.discard(kept ? initial : { ...initial, id: newId() })
    savedElsewhere.forget()
    setCodes({})
    await invoices.clear()
  }

  /** The vehicle that the user came from, if the restored draft is about another one. */
  const askedVehicleId =
    !kept && restoredAt !== undefined && initial.vehicle_id !== draft.value.vehicle_id
      ? initial.vehicle_id
      : null

  const ready = useSaveWhenReady({
    preparing: invoices.preparing,
    hasTrouble: invoices.troubles.length > 0,
    save,
  })

  return {
    value: draft.value,
    restoredAt,
    savedElsewhere: savedElsewhere.saved,
    askedVehicleId,
    stored,
    invoices,
    codes,
    failure,
    isSaving,
    readingQuestion,
    refusals,
    change,
    addRow: () => change({ services: [...draft.value.services, emptyService()] }),
    discard,
    /** Waits for files that are still being prepared, then saves. */
    save: ready.request,
    isWaitingForFile: ready.isWaiting,
  }
}

export type HistoryFormState = ReturnType<typeof useHistoryForm>

/**
 * Removes the codes of changed fields. Service rows are identified by number, so any change to them clears all of
 * theirs.
 */
function withoutCodesOf(codes: FieldCodes, touched: readonly string[]): FieldCodes {
  const paths = touched.flatMap((field) => {
    if (field === 'services') return ['vehicle_services']
    return field === 'shop_name' || field === 'shop_id' ? ['custom_shop_name', 'shop_id'] : [field]
  })
  const isTouched = (path: string) => paths.some((name) => path === name || path.startsWith(`${name}.`))
  return Object.fromEntries(Object.entries(codes).filter(([path]) => !isTouched(path)))
}

function toNewFile(file: {
  id: string
  file_name: string
  content_type: NewFile['type']
  bytes: ArrayBuffer
}): NewFile {
  return { id: file.id, name: file.file_name, type: file.content_type, bytes: file.bytes }
}

function commandOf(
  value: HistoryDraft,
  kept: LocalRow<ManualHistory> | null,
  payload: Extract<Command, { kind: 'history.create' }>['payload'],
  files: NewFile[],
): Extract<Command, { kind: 'history.create' | 'history.update' }> {
  const shown = value.shop_place && { shown: { shop: { name: value.shop_name, ...value.shop_place } } }
  if (!kept) return { kind: 'history.create', id: value.id, payload, files, ...shown }
  // The base revision is what the user saw when the draft began, so that the server can detect later changes.
  const basis = (value.basis as BaseRevision | null) ?? kept.basis
  const removedFileIds = value.stored.filter((invoice) => invoice.isRemoved).map((invoice) => invoice.id)
  return {
    kind: 'history.update',
    id: kept.row.id,
    basis,
    payload,
    files,
    removedFileIds,
    ...shown,
  }
}
