import { useRef, useState } from 'react'
import { INVOICE_MAX_BYTES, INVOICE_MAX_COUNT } from '#domain/core/limits.ts'
import {
  type DraftFile,
  deleteAllDraftFiles,
  deleteDraftFiles,
  writeDraftFile,
} from '#src/lib/drafts/draft-files.ts'
import type { DraftSlot } from '#src/lib/drafts/draft-storage.ts'
import { type FileProblem, prepareFile } from '#src/lib/photo/prepare-file.ts'
import { newId } from '#src/offline/model/ids.ts'
import { useRestoredFiles } from '#src/ui/draft/useSaveWhenReady.ts'

/** Why a chosen file was refused, with its name. */
export interface FileError {
  name: string
  problem: FileProblem | 'max_files' | 'duplicate_file'
}

/**
 * New invoices of a form: prepared on the phone, stored with the draft, removable with undo. `onChanged` first
 * stores the text of the draft, without which the next visit does not restore the files.
 */
export function useInvoiceFiles(slot: DraftSlot, storedNames: readonly string[], onChanged: () => void) {
  const [files, setFiles] = useState<DraftFile[]>([])
  // Adding or removing a file while others are still being prepared must not lose either change.
  const latest = useRef(files)
  const [removed, setRemoved] = useState<DraftFile>()
  const [troubles, setTroubles] = useState<FileError[]>([])
  const [preparing, setPreparing] = useState<readonly string[]>([])

  function change(next: (known: DraftFile[]) => DraftFile[]) {
    latest.current = next(latest.current)
    setFiles(latest.current)
  }

  const restoration = useRestoredFiles(slot, (restored) => change((chosen) => [...restored, ...chosen]))

  async function add(chosen: readonly File[]) {
    setTroubles([])
    restoration.dismiss()
    setPreparing((names) => [...names, ...chosen.map((file) => file.name)])
    // The limits also count the files of the draft.
    await restoration.whenRestored()
    for (const file of chosen) {
      const problem = await take(file)
      setPreparing((names) => names.toSpliced(names.indexOf(file.name), 1))
      if (problem) setTroubles((known) => [...known, { name: file.name, problem }])
    }
  }

  /**
   * Prepares a file and adds it. Checks the list again afterwards, because other files may have been added meanwhile.
   */
  async function take(file: File): Promise<FileError['problem'] | undefined> {
    const early = problemOf(file.name)
    if (early) return early
    const outcome = await prepareFile(file, INVOICE_MAX_BYTES)
    if (!outcome.ok) return outcome.problem
    const late = problemOf(outcome.file.file_name)
    if (late) return late
    const prepared = { id: newId(), ...outcome.file }
    change((known) => [...known, prepared])
    onChanged()
    await writeDraftFile(slot, prepared)
    return undefined
  }

  const problemOf = (name: string) =>
    listProblem(name, [...storedNames, ...latest.current.map((known) => known.file_name)])

  function remove(file: DraftFile) {
    change((known) => known.filter(({ id }) => id !== file.id))
    onChanged()
    setRemoved(file)
    setTroubles([])
    void deleteDraftFiles([file.id])
  }

  function undoRemove() {
    if (!removed) return
    change((known) => [...known, removed])
    setRemoved(undefined)
    onChanged()
    void writeDraftFile(slot, removed)
  }

  async function clear() {
    restoration.discard()
    change(() => [])
    setRemoved(undefined)
    setTroubles([])
    await deleteAllDraftFiles(slot)
  }

  return { files, removed, troubles, preparing: preparing[0], restoration, add, remove, undoRemove, clear }
}

export type InvoiceFiles = ReturnType<typeof useInvoiceFiles>

/** Returns the rule that one more file of this name would break (MHX-019, MHX-021). */
function listProblem(name: string, present: readonly string[]): 'max_files' | 'duplicate_file' | undefined {
  if (present.length >= INVOICE_MAX_COUNT) return 'max_files'
  const plain = (text: string) => text.normalize('NFC').toLowerCase()
  return present.some((known) => plain(known) === plain(name)) ? 'duplicate_file' : undefined
}
