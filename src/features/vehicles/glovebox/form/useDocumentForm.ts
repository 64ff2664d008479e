import { useState } from 'react'
import type { GloveboxItem } from '#contract/vehicles/glovebox.ts'
import type { DocumentType } from '#domain/access/permissions.ts'
import { useUnsavedTyping } from '#src/forms/unsaved-typing.ts'
import { useFormState } from '#src/forms/useFormState.ts'
import { useSavedElsewhere } from '#src/forms/useSavedElsewhere.ts'
import { readDraftFiles } from '#src/lib/drafts/draft-files.ts'
import type { DraftSlot } from '#src/lib/drafts/draft-storage.ts'
import { useOffline } from '#src/local-data/useOffline.ts'
import type { LocalRow } from '#src/offline/model/api/cache-api.ts'
import { newId } from '#src/offline/model/ids.ts'
import { useSaveWhenReady } from '#src/ui/draft/useSaveWhenReady.ts'
import {
  emptyGloveboxDraft,
  type GloveboxDraft,
  parseGloveboxDraft,
  toGloveboxDraft,
  toGloveboxFields,
} from './glovebox-draft.ts'
import { useDocumentSave } from './useDocumentSave.ts'
import { useDraftFile } from './useDraftFile.ts'

interface DocumentFormOptions {
  /** The draft that this tab owns. */
  slot: DraftSlot
  vehicleId: number
  /** The document to edit or replace; null: a new one. */
  localRow: LocalRow<GloveboxItem> | null
  type: DocumentType
  onSaved: (opId: string) => void
}

/** State of the document form: draft, file, validation and save. */
export function useDocumentForm({ slot, vehicleId, localRow, type, onSaved }: DocumentFormOptions) {
  const { cache } = useOffline()
  const [initial] = useState(() => (localRow ? toGloveboxDraft(localRow) : emptyGloveboxDraft(type)))
  const form = useFormState<GloveboxDraft>({
    slot,
    initial,
    parse: parseGloveboxDraft,
    storesInitial: true,
  })
  // Writes the text fields too, without which the next visit does not restore the file.
  const { file, fileProblem, preparing, isRestoring, isUnreadable, choose, clear } = useDraftFile(
    slot,
    () => {
      form.change({})
      form.correct(['glovebox_documents_attributes'])
    },
  )
  const hasUnreadable = isUnreadable && file === undefined && form.restoredAt !== undefined
  const current = localRow?.row.glovebox_documents.at(-1)
  const saving = useDocumentSave({ vehicleId, localRow, form, file, current, onSaved })
  useUnsavedTyping(file !== undefined)

  const { id } = form.draft
  const savedElsewhere = useSavedElsewhere({
    entry: localRow ? null : cache.gloveboxItem(id),
    id,
    content: async () => ({
      fields: toGloveboxFields(form.draft, vehicleId),
      fileIds: (await readDraftFiles(slot))?.map((file) => file.id),
    }),
    isOwn: saving.mayBeSaved,
    onSavedBefore: () => void discard(),
    onDiffers: () => form.change({ id: newId() }),
  })
  async function discard() {
    ready.cancel()
    // An id that was saved, in any tab, is never reused for another document.
    form.discard(localRow ? initial : { ...initial, id: newId() })
    savedElsewhere.forget()
    await clear()
  }

  const ready = useSaveWhenReady({
    preparing,
    isRestoring,
    hasTrouble: fileProblem !== undefined || hasUnreadable,
    save: saving.save,
  })

  return {
    value: form.draft,
    change: form.change,
    codes: form.codes,
    restoredAt: form.restoredAt,
    savedElsewhere: savedElsewhere.saved,
    file,
    current,
    fileProblem,
    /** The draft may have had a file, which this device cannot read. */
    hasUnreadable,
    preparing,
    isRestoring,
    choose,
    discard,
    failure: saving.failure,
    isSaving: saving.isSaving,
    /** Waits for a file that is still being prepared or restored, then saves. */
    save: ready.request,
    isWaitingForFile: ready.isWaiting,
  }
}

export type DocumentForm = ReturnType<typeof useDocumentForm>
