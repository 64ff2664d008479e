import { useRef, useState } from 'react'
import type { GloveboxItem } from '#contract/vehicles/glovebox.ts'
import type { FieldCodes } from '#domain/core/file-rules.ts'
import { useCreateEntry } from '#src/forms/useCreateEntry.ts'
import { useLateSave } from '#src/forms/useLateSave.ts'
import { whenSettled } from '#src/forms/when-settled.ts'
import { type DraftFile, deleteAllDraftFiles } from '#src/lib/drafts/draft-files.ts'
import type { DraftSlot } from '#src/lib/drafts/draft-storage.ts'
import type { useDraft } from '#src/lib/drafts/useDraft.ts'
import { useOffline } from '#src/local-data/useOffline.ts'
import type { LocalRow } from '#src/offline/model/api/cache-api.ts'
import type { Saved } from '#src/offline/model/api/outbox-api.ts'
import { Invalid } from '#src/offline/model/errors.ts'
import { checkGloveboxDraft, type GloveboxCheck, type GloveboxDraft } from './glovebox-draft.ts'

interface DocumentSaveOptions {
  slot: DraftSlot
  vehicleId: number
  kept: LocalRow<GloveboxItem> | null
  draft: ReturnType<typeof useDraft<GloveboxDraft>>
  file: DraftFile | undefined
  /** The file that the document has so far. */
  current: GloveboxItem['glovebox_documents'][number] | undefined
  onSaved: (opId: string) => void
}

type Payload = Extract<GloveboxCheck, { ok: true }>['payload']

/** Validates and saves a document on this device. */
export function useDocumentSave(options: DocumentSaveOptions) {
  const { slot, vehicleId, kept, draft, file, current, onSaved } = options
  const { outbox } = useOffline()
  const { create, mayBeKept } = useCreateEntry()
  const [codes, setCodes] = useState<FieldCodes>({})
  const [failure, setFailure] = useState<unknown>()
  const [isSaving, setSaving] = useState(false)
  // Guards against a second tap before the next render.
  const isUnderWay = useRef(false)
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
      const saved = await enqueue(check.payload)
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

  function enqueue(payload: Payload): Promise<Saved> {
    const files = file
      ? [{ id: file.id, name: file.file_name, type: file.content_type, bytes: file.bytes }]
      : []
    return kept
      ? outbox.enqueue({
          kind: 'glovebox.update',
          id: kept.row.id,
          // The revision when the draft was started, not a later one, so that the server detects conflicts.
          basis: draft.value.basis ?? kept.basis,
          payload,
          files,
          removedFileIds: file && current ? [current.id] : [],
        })
      : create({ kind: 'glovebox.create', id: draft.value.id, payload, files })
  }

  return {
    ...{ codes, failure, isSaving, save },
    clearCodes: () => setCodes({}),
    mayBeSaved: () => isUnderWay.current || mayBeKept(),
  }
}
