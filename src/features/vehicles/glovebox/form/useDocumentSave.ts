import { useRef, useState } from 'react'
import type { GloveboxItem } from '#contract/vehicles/glovebox.ts'
import { useCreateEntry } from '#src/forms/useCreateEntry.ts'
import type { FormState } from '#src/forms/useFormState.ts'
import { useLateSave } from '#src/forms/useLateSave.ts'
import { whenSettled } from '#src/forms/when-settled.ts'
import { type DraftFile, deleteDraftFiles } from '#src/lib/drafts/draft-files.ts'
import { useOffline } from '#src/local-data/useOffline.ts'
import type { LocalRow } from '#src/offline/model/api/cache-api.ts'
import type { Saved } from '#src/offline/model/api/outbox-api.ts'
import { Invalid } from '#src/offline/model/errors.ts'
import { checkGloveboxDraft, type GloveboxCheck, type GloveboxDraft } from './glovebox-draft.ts'

interface DocumentSaveOptions {
  vehicleId: number
  localRow: LocalRow<GloveboxItem> | null
  form: FormState<GloveboxDraft>
  file: DraftFile | undefined
  /** The file that the document has so far. */
  current: GloveboxItem['glovebox_documents'][number] | undefined
  onSaved: (opId: string) => void
}

type Payload = Extract<GloveboxCheck, { ok: true }>['payload']

/** Validates and saves a document on this device. */
export function useDocumentSave(options: DocumentSaveOptions) {
  const { vehicleId, localRow, form, file, current, onSaved } = options
  const { outbox } = useOffline()
  const { create, mayBeSaved } = useCreateEntry()
  const [failure, setFailure] = useState<unknown>()
  const [isSaving, setSaving] = useState(false)
  // Guards against a second tap before the next render.
  const isRunning = useRef(false)
  const content = JSON.stringify([form.draft, file?.id])
  const followLate = useLateSave({
    content,
    isSaving: () => isRunning.current,
    onSaved: leave,
    onFailure: setFailure,
  })

  async function save() {
    if (isRunning.current) return
    const fileName = file?.file_name ?? current?.file_name
    const check = checkGloveboxDraft(form.draft, { vehicleId, fileName, now: new Date() })
    setFailure(undefined)
    form.accept(check.ok ? {} : check.codes)
    if (!check.ok) return
    setSaving(true)
    isRunning.current = true
    // Stores the id even if nothing was typed: it identifies a save right before a crash.
    form.change({})
    try {
      const saved = await enqueue(check.payload)
      await leave(saved)
    } catch (error) {
      // Nothing was saved: the form stays open and shows the reason (docs/offline.md row 9).
      if (error instanceof Invalid) form.accept(error.fields)
      else setFailure(error)
      followLate(error, content)
    } finally {
      setSaving(false)
      isRunning.current = false
    }
  }

  /** Runs only after the commit. */
  async function leave({ opId }: Saved) {
    isRunning.current = true
    setFailure(undefined)
    form.saved()
    // Not awaited: the document is already saved, even if storage is slow.
    void deleteDraftFiles(file ? [file.id] : [])
    await whenSettled(outbox, opId)
    onSaved(opId)
  }

  function enqueue(payload: Payload): Promise<Saved> {
    const files = file
      ? [{ id: file.id, name: file.file_name, type: file.content_type, bytes: file.bytes }]
      : []
    return localRow
      ? outbox.enqueue({
          kind: 'glovebox.update',
          id: localRow.row.id,
          // The revision when the draft was started, not a later one, so that the server detects conflicts.
          basis: form.draft.basis ?? localRow.basis,
          payload,
          files,
          removedFileIds: file && current ? [current.id] : [],
        })
      : create({ kind: 'glovebox.create', id: form.draft.id, payload, files })
  }

  return {
    failure,
    isSaving,
    save,
    mayBeSaved: () => isRunning.current || mayBeSaved(),
  }
}
