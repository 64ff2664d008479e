import { useEffect, useState } from 'react'
import { INVOICE_MAX_BYTES, INVOICE_MAX_COUNT } from '#contract/core/limits.ts'
import {
  type DraftFile,
  forgetDraftFile,
  forgetDraftFiles,
  readDraftFiles,
  writeDraftFile,
} from '#src/lib/drafts/draft-files.ts'
import type { DraftSlot } from '#src/lib/drafts/draft-texts.ts'
import { type FileProblem, prepareFile } from '#src/lib/photo/prepare-file.ts'
import { newId } from '#src/offline/ids.ts'

/** Why a chosen file was not taken, with its name. */
export interface FileTrouble {
  name: string
  problem: FileProblem | 'max_files' | 'duplicate_file'
}

/** New invoices of a form: prepared on the phone, kept with the draft, removable with undo. */
export function useInvoiceFiles(slot: DraftSlot, storedNames: readonly string[]) {
  const [files, setFiles] = useState<DraftFile[]>([])
  const [removed, setRemoved] = useState<DraftFile>()
  const [troubles, setTroubles] = useState<FileTrouble[]>([])
  const [preparing, setPreparing] = useState(0)

  useEffect(() => {
    readDraftFiles(slot).then((kept) => setFiles((chosen) => [...kept, ...chosen]))
  }, [slot])

  async function add(chosen: readonly File[]) {
    setTroubles([])
    setPreparing(chosen.length)
    let taken = files
    for (const file of chosen) {
      const problem = listProblem(file.name, [...storedNames, ...taken.map((known) => known.file_name)])
      const outcome = problem ? { ok: false as const, problem } : await prepareFile(file, INVOICE_MAX_BYTES)
      setPreparing((left) => left - 1)
      if (!outcome.ok) {
        setTroubles((known) => [...known, { name: file.name, problem: outcome.problem }])
        continue
      }
      const prepared = { id: newId(), ...outcome.file }
      taken = [...taken, prepared]
      setFiles(taken)
      await writeDraftFile(slot, prepared)
    }
  }

  function remove(file: DraftFile) {
    setFiles((known) => known.filter(({ id }) => id !== file.id))
    setRemoved(file)
    setTroubles([])
    void forgetDraftFile(file.id)
  }

  function undoRemove() {
    if (!removed) return
    setFiles((known) => [...known, removed])
    setRemoved(undefined)
    void writeDraftFile(slot, removed)
  }

  async function clear() {
    setFiles([])
    setRemoved(undefined)
    setTroubles([])
    await forgetDraftFiles(slot)
  }

  /** After the commit: the entry holds the files now. The screen keeps showing them until it closes. */
  const forget = () => forgetDraftFiles(slot)

  return { files, removed, troubles, isPreparing: preparing > 0, add, remove, undoRemove, clear, forget }
}

export type InvoiceFiles = ReturnType<typeof useInvoiceFiles>

/** Whether one more file of this name would break a rule of the list (MHX-019, MHX-021). */
function listProblem(name: string, present: readonly string[]): 'max_files' | 'duplicate_file' | undefined {
  if (present.length >= INVOICE_MAX_COUNT) return 'max_files'
  const plain = (text: string) => text.normalize('NFC').toLowerCase()
  return present.some((known) => plain(known) === plain(name)) ? 'duplicate_file' : undefined
}
