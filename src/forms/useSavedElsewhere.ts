import { useEffect, useEffectEvent, useState } from 'react'
import type { Live } from '#src/offline/model/live.ts'
import { differences } from '#src/offline/model/merge/differences.ts'
import { entryValuesOf } from '#src/offline/model/merge/entry-values.ts'

interface FormContent {
  /** The fields as they would be sent. */
  fields: Record<string, unknown>
  /** Undefined: the files of the draft cannot be read. */
  fileIds: readonly string[] | undefined
}

interface SavedElsewhereOptions {
  /** The entry with the draft's id, once there is one; null: the form edits an existing entry. */
  entry: Live<{ row: object } | undefined> | null
  /** Id of the draft. */
  id: string
  /** Current content of the form. */
  content: () => Promise<FormContent>
  /** Whether this form is saving, or has a save with unknown outcome; then the entry is its own. */
  isOwn: () => boolean
  /** The restored draft is already saved with the same content: the app ended before it could delete the draft. */
  onSavedBefore: () => void
  /** The draft differs from the saved entry: assigns a new id to the form's content. */
  onDiffers: () => void
}

/**
 * Detects that another tab saved the draft of this form, or this tab just before it was closed. Input that is not in
 * that entry stays as the draft of a new entry.
 */
export function useSavedElsewhere(options: SavedElsewhereOptions) {
  const { entry, id } = options
  const [saved, setSaved] = useState<'same' | 'differs' | null>(null)
  const latest = useEffectEvent(() => options)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `entry` is a new object with the same id at each render
  useEffect(() => {
    if (!entry) return
    let isOver = false
    let reads = 0
    const stop = entry.subscribe(
      async (known) => {
        const isAtStart = reads++ === 0
        if (!known || latest().isOwn()) return
        const content = await latest().content()
        if (isOver || latest().isOwn()) return
        // The draft may have a file that the entry lacks, so it must not be discarded.
        if (!content.fileIds) return
        const isSame = isSameContent(known.row, content.fields, content.fileIds)
        if (isSame && isAtStart) return latest().onSavedBefore()
        setSaved(isSame ? 'same' : 'differs')
        if (!isSame) latest().onDiffers()
      },
      () => {},
    )
    return () => {
      isOver = true
      stop()
    }
  }, [id, entry === null])
  return { saved, forget: () => setSaved(null) }
}

function isSameContent(row: object, fields: FormContent['fields'], fileIds: readonly string[]): boolean {
  const seen = entryValuesOf(row)
  if (!seen) return false
  const there = new Set(seen.documentIds)
  if (!fileIds.every((id) => there.has(id))) return false
  return differences(null, { fields, manifest: [], removedFileIds: [] }, seen).length === 0
}
