import { useEffect, useEffectEvent, useState } from 'react'

interface SaveWhenReady {
  /** Name of the file that is being prepared; undefined: none is. */
  preparing: string | undefined
  /** A file was refused: the person must see why before anything is saved without it. */
  hasTrouble: boolean
  save: () => unknown
}

/**
 * Lets Save be pressed while a file is still being prepared: it then saves by itself as soon as the file is ready.
 * `isWaiting` is true in between.
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
