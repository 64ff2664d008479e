import { useEffect } from 'react'
import type { ServiceDefinition } from '#contract/catalog/services.ts'
import type { ManualHistory } from '#contract/maintenance/history-record.ts'
import type { VehicleOption } from '#src/features/vehicles/picker/vehicle-options.ts'
import { useUnsavedTyping } from '#src/forms/unsaved-typing.ts'
import { type FormState, useFormState } from '#src/forms/useFormState.ts'
import { useSavedElsewhere } from '#src/forms/useSavedElsewhere.ts'
import { readDraftFiles } from '#src/lib/drafts/draft-files.ts'
import type { DraftSlot } from '#src/lib/drafts/draft-storage.ts'
import { useOffline } from '#src/local-data/useOffline.ts'
import type { LocalRow } from '#src/offline/model/api/cache-api.ts'
import { newId } from '#src/offline/model/ids.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { useSaveWhenReady } from '#src/ui/draft/useSaveWhenReady.ts'
import { type RejectedEntry, useHistoryErrors, withoutCodesOf } from './form/useHistoryErrors.ts'
import { useInvoiceFiles } from './form/useInvoiceFiles.ts'
import { useReadingCheck } from './form/useReadingCheck.ts'
import { useSaveHistory } from './form/useSaveHistory.ts'
import {
  emptyService,
  type HistoryDraft,
  isUntouched,
  parseDraft,
  type SavedHistory,
  toFields,
} from './history-draft.ts'

interface HistoryFormOptions {
  /** The draft slot that this tab holds. */
  slot: DraftSlot
  /** The form's values without a draft. */
  initial: HistoryDraft
  /** The entry to edit; null: a new one. */
  localRow: LocalRow<ManualHistory> | null
  vehicles: readonly Pick<VehicleOption, 'id' | 'vehicle'>[]
  services: ReadonlyMap<number, Pick<ServiceDefinition, 'positions'>>
  /** The server's errors for this entry, from an earlier attempt or from one while the form was open. */
  refused?: RejectedEntry | undefined
  onSaved: (saved: SavedHistory) => void
}

/** State of the history form without its appearance: draft, files, validation and save. */
export function useHistoryForm(options: HistoryFormOptions) {
  const { slot, initial, localRow, vehicles, services, refused, onSaved } = options
  const { cache } = useOffline()
  const { fleet } = useSession()
  const reading = useReadingCheck(localRow, vehicles)
  const form = useFormState<HistoryDraft>({
    slot,
    initial,
    parse: parseDraft,
    storesInitial: true,
    hasInput: (draft) => !isUntouched(draft, initial),
    initialCodes: refused?.codes,
    withoutCodes: withoutCodesOf,
  })
  const { stored, storedNames, invoices, hasUnreadable } = useInvoices(form, slot)
  const { rejectionCount, showErrors } = useHistoryErrors(form, refused)
  const saving = useSaveHistory({
    form,
    invoices,
    storedNames,
    localRow,
    services,
    showErrors,
    onSaved,
    confirmReading: reading.confirmReading,
  })
  const { restoredAt, change } = form
  const { id } = form.draft
  useVisit(form, initial, localRow === null)
  const savedElsewhere = useSavedElsewhere({
    entry: localRow ? null : cache.history(id),
    id,
    content: async () => ({
      fields: toFields(form.draft, fleet.country),
      fileIds: (await readDraftFiles(slot))?.map((file) => file.id),
    }),
    isOwn: saving.isOwn,
    onSavedBefore: () => void discard(),
    onDiffers: () => form.change({ id: newId() }),
  })

  async function discard() {
    ready.cancel()
    // An id that was saved, here or in another tab, is never reused for another entry.
    form.discard(localRow ? initial : { ...initial, id: newId() })
    savedElsewhere.forget()
    await invoices.clear()
  }

  const ready = useSaveWhenReady({
    preparing: invoices.preparing,
    isRestoring: invoices.restoration.isRestoring,
    hasTrouble: invoices.troubles.length > 0 || hasUnreadable,
    save: saving.save,
  })

  return {
    value: form.draft,
    restoredAt,
    savedElsewhere: savedElsewhere.saved,
    /** The vehicle and the shop that the user came from, if a draft was restored instead. */
    requested: !localRow && restoredAt !== undefined ? initial : null,
    stored,
    invoices,
    /** The draft may have had files, which this device cannot read. */
    hasUnreadable,
    codes: form.codes,
    failure: saving.failure,
    isSaving: saving.isSaving,
    readingQuestion: reading.question,
    rejectionCount,
    change,
    addRow: () => change({ services: [...form.draft.services, emptyService()] }),
    discard,
    /** Waits for files that are still being prepared or restored, then saves. */
    save: ready.request,
    isWaitingForFile: ready.isWaiting,
  }
}

/** The invoices of the entry: those that were saved with it before, and those of the form. */
function useInvoices(form: FormState<HistoryDraft>, slot: DraftSlot) {
  const stored = form.draft.stored.filter((invoice) => !invoice.isRemoved)
  const storedNames = stored.map((invoice) => invoice.file_name)
  const invoices = useInvoiceFiles(slot, storedNames, () => {
    form.change({})
    form.correct(['maintenance_documents_attributes'])
  })
  useUnsavedTyping(invoices.files.length > 0)
  const hasUnreadable = invoices.restoration.isUnreadable && form.restoredAt !== undefined
  return { stored, storedNames, invoices, hasUnreadable }
}

/** Fills in the vehicle and the shop that the user came from, if a restored draft has none. */
function useVisit(form: FormState<HistoryDraft>, initial: HistoryDraft, isNew: boolean): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was restored when the form opened is asked about
  useEffect(() => {
    if (!isNew || form.restoredAt === undefined) return
    const { vehicle_id, shop_id, shop_name, shop_place } = initial
    if (form.draft.vehicle_id === null && vehicle_id !== null) form.change({ vehicle_id })
    if (!form.draft.shop_name && shop_id !== null) form.change({ shop_id, shop_name, shop_place })
  }, [])
}

export type HistoryFormState = ReturnType<typeof useHistoryForm>
