import { useEffect, useRef, useState } from 'react'
import type { FieldCodes } from '#contract/core/file-rules.ts'
import { DOCUMENT_MAX_BYTES } from '#contract/core/limits.ts'
import type { DocumentType } from '#contract/core/permissions.ts'
import type { GloveboxItem } from '#contract/vehicles/glovebox.ts'
import {
  type DraftFile,
  forgetDraftFiles,
  readDraftFiles,
  writeDraftFile,
} from '#src/lib/drafts/draft-files.ts'
import { useDraft } from '#src/lib/drafts/useDraft.ts'
import { type FileProblem, prepareFile } from '#src/lib/photo/prepare-file.ts'
import type { Kept } from '#src/offline/cache-api.ts'
import { Invalid } from '#src/offline/errors.ts'
import { newId } from '#src/offline/ids.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { useUnsavedTyping } from '#src/session/unsaved-typing.ts'
import { useLateSave } from '#src/session/useLateSave.ts'
import { useOffline } from '#src/session/useOffline.ts'
import { whenSettled } from '#src/session/when-settled.ts'
import {
  checkGloveboxDraft,
  emptyGloveboxDraft,
  type GloveboxDraft,
  parseGloveboxDraft,
  toGloveboxDraft,
} from './glovebox-draft.ts'

interface DocumentFormOptions {
  vehicleId: number
  /** The document to change or replace; null: a new one. */
  kept: Kept<GloveboxItem> | null
  type: DocumentType
  onSaved: (opId: string) => void
}

/** The document form without its looks: draft, file, rules and save. */
export function useDocumentForm({ vehicleId, kept, type, onSaved }: DocumentFormOptions) {
  const { outbox, cache } = useOffline()
  const { user } = useSession()
  const [initial] = useState(() => (kept ? toGloveboxDraft(kept) : emptyGloveboxDraft(type)))
  const [slot] = useState(() => ({
    fleetId: user.fleet_id,
    userId: user.id,
    form: `glovebox:${vehicleId}:${kept?.row.id ?? type}`,
  }))
  const draft = useDraft<GloveboxDraft>({ slot, initial, parse: parseGloveboxDraft })
  const [file, setFile] = useState<DraftFile>()
  const [fileProblem, setFileProblem] = useState<FileProblem>()
  const [isReading, setReading] = useState(false)
  const [codes, setCodes] = useState<FieldCodes>({})
  const [failure, setFailure] = useState<unknown>()
  const [isSaving, setSaving] = useState(false)
  // A second tap can come before the next render.
  const isUnderWay = useRef(false)
  const current = kept?.row.glovebox_documents.at(-1)
  useUnsavedTyping(file !== undefined || JSON.stringify(draft.value) !== JSON.stringify(initial))

  const { restoredAt } = draft
  const { id } = draft.value
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was restored when the form opened is asked about
  useEffect(() => {
    if (kept || restoredAt === undefined) return
    // Committed, and the app ended before it could forget the draft: saving it again would double the document.
    cache
      .gloveboxItem(id)
      .current()
      .then((saved) => saved && discard())
  }, [])
  useEffect(() => {
    readDraftFiles(slot).then((files) => setFile((chosen) => chosen ?? files.at(-1)))
  }, [slot])

  // A large photo may be ready after another file was chosen in its place.
  const latest = useRef<File>(undefined)

  async function choose(chosen: File) {
    latest.current = chosen
    setReading(true)
    const outcome = await prepareFile(chosen, DOCUMENT_MAX_BYTES)
    if (latest.current !== chosen) return
    setReading(false)
    setFileProblem(outcome.ok ? undefined : outcome.problem)
    if (!outcome.ok) return
    const taken = { id: newId(), ...outcome.file }
    setFile(taken)
    await forgetDraftFiles(slot)
    await writeDraftFile(slot, taken)
  }

  async function discard() {
    draft.discard()
    setFile(undefined)
    setFileProblem(undefined)
    setCodes({})
    await forgetDraftFiles(slot)
  }

  const content = JSON.stringify([draft.value, file?.id])
  const followLate = useLateSave({
    content,
    isSaving: () => isUnderWay.current,
    onSaved: leave,
    onFailure: setFailure,
  })

  async function save() {
    // A file that is still prepared would be left behind.
    if (isUnderWay.current || isReading) return
    const fileName = file?.file_name ?? current?.file_name
    const check = checkGloveboxDraft(draft.value, { vehicleId, fileName, now: new Date() })
    setCodes(check.ok ? {} : check.codes)
    setFailure(undefined)
    if (!check.ok) return
    setSaving(true)
    isUnderWay.current = true
    // With its id, also where nothing was typed: by it a save just before a crash is known.
    draft.change({})
    try {
      const files = file
        ? [{ id: file.id, name: file.file_name, type: file.content_type, bytes: file.bytes }]
        : []
      const { payload } = check
      const { opId } = kept
        ? await outbox.enqueue({
            kind: 'glovebox.update',
            id: kept.row.id,
            // What the person saw when the draft was begun, not what came since: the server then says so.
            basis: draft.value.basis ?? kept.basis,
            payload,
            files,
            removedFileIds: file && current ? [current.id] : [],
          })
        : await outbox.enqueue({ kind: 'glovebox.create', id, payload, files })
      await leave(opId)
    } catch (error) {
      // Nothing was kept: the form stays as it is, with the reason (offline.md §2 row 9).
      if (error instanceof Invalid) setCodes(error.fields)
      else setFailure(error)
      followLate(error, content)
    } finally {
      setSaving(false)
      isUnderWay.current = false
    }
  }

  /** After the commit, and only then. */
  async function leave(opId: string) {
    isUnderWay.current = true
    setFailure(undefined)
    draft.forget()
    // Not waited for: where storage is slow, the document is kept all the same.
    void forgetDraftFiles(slot)
    await whenSettled(outbox, opId)
    onSaved(opId)
  }

  return { ...draft, file, current, fileProblem, isReading, codes, failure, isSaving, choose, discard, save }
}

export type DocumentForm = ReturnType<typeof useDocumentForm>
