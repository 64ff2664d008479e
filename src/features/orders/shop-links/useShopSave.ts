import { useRef, useState } from 'react'

/**
 * Tracks one save on the shop's page until its outcome is certain. Waits for slow storage; 'failed' means that it was
 * not saved.
 */
export function useShopSave() {
  const [state, setState] = useState<'idle' | 'saving' | 'failed'>('idle')
  // Guards against a second tap before the next render.
  const isUnderWay = useRef(false)

  /** @returns whether it was saved */
  async function save(work: () => Promise<void>): Promise<boolean> {
    if (isUnderWay.current) return false
    isUnderWay.current = true
    setState('saving')
    try {
      await work()
      setState('idle')
      return true
    } catch (error) {
      console.error('An entry of the shop could not be kept', error)
      setState('failed')
      return false
    } finally {
      isUnderWay.current = false
    }
  }
  return { save, isSaving: state === 'saving', hasFailed: state === 'failed' }
}
export type ShopSave = ReturnType<typeof useShopSave>
