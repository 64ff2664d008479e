import { useEffect, useEffectEvent, useState } from 'react'

interface SaveWhenReady {
  /** Name of the file that is being prepared, or undefined. */
  preparing: string | undefined
  /** A file was rejected: the user must see why before the form is saved without it. */
  hasTrouble: boolean
  save: () => unknown
}

/**
 * Lets the user press Save while a file is being prepared; the form saves as soon as the file is ready. `isWaiting` is
 * true in between.
 */
export function useSaveWhenReady({ preparing, hasTrouble, save }: SaveWhenReady) {
  const [isWaiting, setWaiting] = useState(false)
  const saveNow = useEffectEvent(() => void save())
  const isReady = preparing === undefined
  useEffect(() => {
    if (!isWaiting || !isReady) return
    setWaiting(false)
    if (!hasTrouble) saveNow()
  }, [isWaiting, isReady, hasTrouble])
  return {
    isWaiting,
    request: () => (isReady ? void save() : setWaiting(true)),
  }
}
