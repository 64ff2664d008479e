import { useRef, useState } from 'react'

/**
 * Follows one save of the shop's page until it is certain. Storage that is slow to answer is waited for; 'failed' is said
 * only of what was not kept.
 */
export function useShopSave() {
  const [state, setState] = useState<'idle' | 'saving' | 'failed'>('idle')
  // A second tap can come before the next render.
  const isUnderWay = useRef(false)

  /** @returns whether it was kept */
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
