import { useEffect, useRef, useState } from 'react'
import type { GloveboxItem } from '#contract/vehicles/glovebox.ts'
import type { DocumentType } from '#domain/access/permissions.ts'
import type { FieldCodes } from '#domain/core/file-rules.ts'
import { DOCUMENT_MAX_BYTES } from '#domain/core/limits.ts'
import { useUnsavedTyping } from '#src/forms/unsaved-typing.ts'
import { useCreateEntry } from '#src/forms/useCreateEntry.ts'
import { useLateSave } from '#src/forms/useLateSave.ts'
import { useSavedElsewhere } from '#src/forms/useSavedElsewhere.ts'
import { whenSettled } from '#src/forms/when-settled.ts'
import {
  type DraftFile,
  deleteAllDraftFiles,
  readDraftFiles,
  writeDraftFile,
} from '#src/lib/drafts/draft-files.ts'
import type { DraftSlot } from '#src/lib/drafts/draft-storage.ts'
import { useDraft } from '#src/lib/drafts/useDraft.ts'
import { type FileProblem, prepareFile } from '#src/lib/photo/prepare-file.ts'
import { useOffline } from '#src/local-data/useOffline.ts'
import type { LocalRow } from '#src/offline/model/api/cache-api.ts'
import type { Saved } from '#src/offline/model/api/outbox-api.ts'
import { Invalid } from '#src/offline/model/errors.ts'
import { newId } from '#src/offline/model/ids.ts'
import { useSaveWhenReady } from '#src/ui/draft/useSaveWhenReady.ts'
import {
  checkGloveboxDraft,
  emptyGloveboxDraft,
  type GloveboxDraft,
  parseGloveboxDraft,
  toGloveboxDraft,
  toGloveboxFields,
} from './glovebox-draft.ts'

interface DocumentFormOptions {
  /** The draft that this tab owns. */
  slot: DraftSlot
  vehicleId: number
  /** The document to edit or replace; null: a new one. */
  kept: LocalRow<GloveboxItem> | null
  type: DocumentType
  onSaved: (opId: string) => void
}

/** State of the document form: draft, file, validation and save. */
export function useDocumentForm({ slot, vehicleId, kept, type, onSaved }: DocumentFormOptions) {
  const { outbox, cache } = useOffline()
  const { create, mayBeKept } = useCreateEntry()
  const [initial] = useState(() => (kept ? toGloveboxDraft(kept) : emptyGloveboxDraft(type)))
  const draft = useDraft<GloveboxDraft>({ slot, initial, parse: parseGloveboxDraft })
  const [file, setFile] = useState<DraftFile>()
  const [fileProblem, setFileProblem] = useState<FileProblem>()
  const [preparing, setPreparing] = useState<string>()
  const [codes, setCodes] = useState<FieldCodes>({})
  const [failure, setFailure] = useState<unknown>()
  const [isSaving, setSaving] = useState(false)
  // Guards against a second tap before the next render.
  const isUnderWay = useRef(false)
  const current = kept?.row.glovebox_documents.at(-1)
  useUnsavedTyping(file !== undefined || JSON.stringify(draft.value) !== JSON.stringify(initial))

  const { id } = draft.value
  const savedElsewhere = useSavedElsewhere({
    entry: kept ? null : cache.gloveboxItem(id),
    id,
    content: async () => ({
      fields: toGloveboxFields(draft.value, vehicleId),
      fileIds: (await readDraftFiles(slot)).map((one) => one.id),
    }),
    isOwn: () => isUnderWay.current || mayBeKept(),
    onSavedBefore: () => void discard(),
    onDiffers: () => draft.change({ id: newId() }),
  })
  useEffect(() => {
    readDraftFiles(slot).then((files) => setFile((chosen) => chosen ?? files.at(-1)))
  }, [slot])

  // A large photo may be ready after another file was chosen.
  const latest = useRef<File>(undefined)

  async function choose(chosen: File) {
    latest.current = chosen
    setPreparing(chosen.name)
    setFileProblem(undefined)
    const outcome = await prepareFile(chosen, DOCUMENT_MAX_BYTES)
    if (latest.current !== chosen) return
    setPreparing(undefined)
    setFileProblem(outcome.ok ? undefined : outcome.problem)
    if (!outcome.ok) return
    const taken = { id: newId(), ...outcome.file }
    setFile(taken)
    await deleteAllDraftFiles(slot)
    await writeDraftFile(slot, taken)
    // Writes the text fields too, by which the next visit finds the draft.
    draft.change({})
  }

  async function discard() {
    // An id that was saved, in any tab, is never reused for another document.
    draft.discard(kept ? initial : { ...initial, id: newId() })
    savedElsewhere.forget()
    setFile(undefined)
    setFileProblem(undefined)
    setCodes({})
    await deleteAllDraftFiles(slot)
  }

  const content = JSON.stringify([draft.value, file?.id])
  const followLate = useLateSave({
    content,
    isSaving: () => isUnderWay.current,
    onSaved: leave,
    onFailure: setFailure,
  })

  async function save() {
    if (isUnderWay.current) return
    const fileName = file?.file_name ?? current?.file_name
    const check = checkGloveboxDraft(draft.value, { vehicleId, fileName, now: new Date() })
    setCodes(check.ok ? {} : check.codes)
    setFailure(undefined)
    if (!check.ok) return
    setSaving(true)
    isUnderWay.current = true
    // Stores the id even if nothing was typed: it identifies a save right before a crash.
    draft.change({})
    try {
      const files = file
        ? [{ id: file.id, name: file.file_name, type: file.content_type, bytes: file.bytes }]
        : []
      const { payload } = check
      const saved = kept
        ? await outbox.enqueue({
            kind: 'glovebox.update',
            id: kept.row.id,
            // The revision when the draft was started, not a later one, so that the server detects conflicts.
            basis: draft.value.basis ?? kept.basis,
            payload,
            files,
            removedFileIds: file && current ? [current.id] : [],
          })
        : await create({ kind: 'glovebox.create', id, payload, files })
      await leave(saved)
    } catch (error) {
      // Nothing was saved: the form stays open and shows the reason (docs/offline.md row 9).
      if (error instanceof Invalid) setCodes(error.fields)
      else setFailure(error)
      followLate(error, content)
    } finally {
      setSaving(false)
      isUnderWay.current = false
    }
  }

  /** Runs only after the commit. */
  async function leave({ opId }: Saved) {
    isUnderWay.current = true
    setFailure(undefined)
    draft.saved()
    // Not awaited: the document is already saved, even if storage is slow.
    void deleteAllDraftFiles(slot)
    await whenSettled(outbox, opId)
    onSaved(opId)
  }

  const ready = useSaveWhenReady({ preparing, hasTrouble: fileProblem !== undefined, save })

  return {
    ...draft,
    savedElsewhere: savedElsewhere.saved,
    ...{ file, current, fileProblem, preparing, codes, failure, isSaving, choose, discard },
    /** Waits for a file that is still being prepared, then saves. */
    save: ready.request,
    isWaitingForFile: ready.isWaiting,
  }
}

export type DocumentForm = ReturnType<typeof useDocumentForm>
