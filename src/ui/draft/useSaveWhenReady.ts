import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type DraftFile, restoreDraftFiles } from '#src/lib/drafts/draft-files.ts'
import type { DraftSlot } from '#src/lib/drafts/draft-storage.ts'
import { waitingSave } from './waiting-save.ts'

interface SaveWhenReady {
  /** Name of the file that is being prepared, or undefined. */
  preparing: string | undefined
  /** The files of the draft are still being read. */
  isRestoring?: boolean
  /** A file was rejected: the user must see why before the form is saved without it. */
  hasTrouble: boolean
  save: () => unknown
}

/**
 * Lets the user press Save while a file is being prepared or restored; the form saves as soon as the file is ready.
 * `isWaiting` is true in between; `cancel` ends the wait without saving.
 */
export function useSaveWhenReady({ preparing, isRestoring = false, hasTrouble, save }: SaveWhenReady) {
  const [isWaiting, setWaiting] = useState(false)
  const [waiting] = useState(() => waitingSave(setWaiting))
  const saveNow = useEffectEvent(() => void save())
  const isReady = preparing === undefined && !isRestoring
  useEffect(() => {
    if (isWaiting && isReady) waiting.end(hasTrouble ? undefined : () => saveNow())
  }, [waiting, isWaiting, isReady, hasTrouble])
  return {
    isWaiting,
    request: () => (isReady ? void save() : waiting.begin()),
    /** For a draft that the user discards. */
    cancel: () => waiting.end(undefined),
  }
}

/**
 * Reads the files of a draft when its form opens. This can take seconds on a slow phone. Until then the form must not
 * save, because the entry would lack the files, and must not count its files. If they cannot be read, the form must say
 * so before it saves without them (MHX-055).
 */
export function useRestoredFiles(slot: DraftSlot, onRestored: (files: DraftFile[]) => void) {
  const [state, setState] = useState<'reading' | 'read' | 'unreadable'>('reading')
  const reading = useRef<Promise<void>>(undefined)
  const isDiscarded = useRef(false)
  const restored = useEffectEvent(onRestored)
  useEffect(() => {
    let isOver = false
    reading.current = restoreDraftFiles(slot).then((files) => {
      if (isOver) return
      if (files && !isDiscarded.current) restored(files)
      setState(files || isDiscarded.current ? 'read' : 'unreadable')
    })
    return () => {
      isOver = true
    }
  }, [slot])
  /** The user no longer needs to know that the files could not be read. */
  const dismiss = () => setState((known) => (known === 'unreadable' ? 'read' : known))
  return {
    isRestoring: state === 'reading',
    isUnreadable: state === 'unreadable',
    dismiss,
    /** Resolves once the files are known. */
    whenRestored: () => reading.current,
    /** Ignores files that are still being read, because the user discarded the draft. */
    discard: () => {
      isDiscarded.current = true
      dismiss()
    },
  }
}
