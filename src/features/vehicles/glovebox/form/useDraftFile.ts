import { useRef, useState } from 'react'
import { DOCUMENT_MAX_BYTES } from '#domain/core/limits.ts'
import { type DraftFile, deleteAllDraftFiles, writeDraftFile } from '#src/lib/drafts/draft-files.ts'
import type { DraftSlot } from '#src/lib/drafts/draft-storage.ts'
import { type FileProblem, prepareFile } from '#src/lib/photo/prepare-file.ts'
import { newId } from '#src/offline/model/ids.ts'
import { useRestoredFiles } from '#src/ui/draft/useSaveWhenReady.ts'

/** The one file of a document's draft, stored with it. `onChosen` first stores the text of the draft. */
export function useDraftFile(slot: DraftSlot, onChosen: () => void) {
  const [file, setFile] = useState<DraftFile>()
  const [fileProblem, setFileProblem] = useState<FileProblem>()
  const [preparing, setPreparing] = useState<string>()
  const restoration = useRestoredFiles(slot, (files) => setFile((chosen) => chosen ?? files.at(-1)))

  // A large photo may be ready after another file was chosen.
  const latest = useRef<File>(undefined)

  async function choose(chosen: File) {
    latest.current = chosen
    setPreparing(chosen.name)
    setFileProblem(undefined)
    restoration.dismiss()
    const outcome = await prepareFile(chosen, DOCUMENT_MAX_BYTES)
    if (latest.current !== chosen) return
    setPreparing(undefined)
    setFileProblem(outcome.ok ? undefined : outcome.problem)
    if (!outcome.ok) return
    const taken = { id: newId(), ...outcome.file }
    setFile(taken)
    onChosen()
    await deleteAllDraftFiles(slot)
    await writeDraftFile(slot, taken)
  }

  async function clear() {
    restoration.discard()
    setFile(undefined)
    setFileProblem(undefined)
    await deleteAllDraftFiles(slot)
  }

  const { isRestoring, isUnreadable } = restoration
  return { file, fileProblem, preparing, isRestoring, isUnreadable, choose, clear }
}
