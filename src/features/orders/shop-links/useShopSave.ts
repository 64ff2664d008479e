import { useRef, useState } from 'react'
import { FilesMissing } from '#src/offline/model/errors.ts'

/**
 * Tracks one save on the shop's page until its outcome is certain. Waits for slow storage; 'failed' means that it was
 * not saved.
 */
export function useShopSave() {
  const [state, setState] = useState<'idle' | 'saving' | 'failed'>('idle')
  /** Ids of files that no longer exist, because of which it was not saved. */
  const [goneFiles, setGoneFiles] = useState<readonly string[]>([])
  // Guards against a second tap before the next render.
  const isRunning = useRef(false)

  /** @returns whether it was saved */
  async function save(work: () => Promise<void>): Promise<boolean> {
    if (isRunning.current) return false
    isRunning.current = true
    setState('saving')
    setGoneFiles([])
    try {
      await work()
      setState('idle')
      return true
    } catch (error) {
      console.error('An entry of the shop could not be stored', error)
      setState('failed')
      if (error instanceof FilesMissing) setGoneFiles(error.fileIds)
      return false
    } finally {
      isRunning.current = false
    }
  }
  return { save, isSaving: state === 'saving', hasFailed: state === 'failed', goneFiles }
}
export type ShopSave = ReturnType<typeof useShopSave>
