import { useState } from 'react'
import type { FileManifestEntry } from '#contract/core/documents.ts'
import { INVOICE_MAX_BYTES } from '#domain/core/limits.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { type FileProblem, prepareFile } from '#src/lib/photo/prepare-file.ts'
import { newId } from '#src/offline/model/ids.ts'
import type { ShopQueue } from '#src/offline/shop/shop-queue.ts'

/** Updates the names of files in preparation. `isRefused`: the removed file was rejected. */
type Step = (names: readonly string[]) => readonly string[]
export type OnPreparing = (step: Step, isRefused: boolean) => void

/** Problems that the list of accepted files explains. */
const LIMITS: ReadonlySet<FileProblem> = new Set(['file_type', 'file_size'])

/** Accepts photos and documents: resizes them on the phone and stores them there before the form uses them. */
export function useShopFiles(queue: ShopQueue, onPreparing?: OnPreparing) {
  const t = useTexts('shop-link', 'fields')
  const [trouble, setTrouble] = useState('')
  const [preparing, setPreparing] = useState<readonly string[]>([])
  const updateNames = (step: Step, isRefused = false) => {
    setPreparing(step)
    onPreparing?.(step, isRefused)
  }

  /**
   * `room`: how many more fit. Files beyond it are dropped with a message. `onTaken` runs before a file leaves
   * preparation, so that a waiting save includes it.
   */
  async function take(
    chosen: readonly File[],
    room: number,
    onTaken: (file: FileManifestEntry) => void,
  ): Promise<void> {
    setTrouble(chosen.length > room ? t('shop-link:file.full') : '')
    const fitting = chosen.slice(0, room)
    updateNames((names) => [...names, ...fitting.map(({ name }) => name)])
    for (const file of fitting) {
      const isOver = (isRefused: boolean) =>
        updateNames((names) => names.toSpliced(names.indexOf(file.name), 1), isRefused)
      const outcome = await prepareFile(file, INVOICE_MAX_BYTES)
      if (!outcome.ok) {
        setTrouble(
          LIMITS.has(outcome.problem)
            ? t('shop-link:file.refused', { name: file.name })
            : `${file.name} · ${t(`fields:${outcome.problem}`)}`,
        )
        isOver(true)
        continue
      }
      const { bytes, ...facts } = outcome.file
      const id = newId()
      const { file_name: name, content_type: type, byte_size: size, sha256 } = facts
      try {
        await queue.storeFile({ id, name, type, size, sha256, bytes })
      } catch (error) {
        console.error('A file could not be stored', error)
        setTrouble(t('shop-link:file.notKept', { name }))
        isOver(true)
        continue
      }
      onTaken({ id, ...facts })
      isOver(false)
    }
  }
  return { take, trouble, preparing: preparing[0] }
}
