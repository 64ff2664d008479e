import { useState } from 'react'

export type Here =
  | { state: 'unasked' | 'asking' | 'refused' | 'unknown' }
  | { state: 'known'; latitude: number; longitude: number }

const TIMEOUT_MS = 15_000

/** Where the device is, once the person asked for it. A refusal is said, and is no end: a zip code does as well (SHP-007). */
export function useHere() {
  const [here, setHere] = useState<Here>({ state: 'unasked' })
  function ask(onFound: (place: { latitude: number; longitude: number }) => void) {
    if (!('geolocation' in navigator)) return setHere({ state: 'unknown' })
    setHere({ state: 'asking' })
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => {
        setHere({ state: 'known', latitude, longitude })
        onFound({ latitude, longitude })
      },
      (error) => setHere({ state: error.code === error.PERMISSION_DENIED ? 'refused' : 'unknown' }),
      { timeout: TIMEOUT_MS, maximumAge: 5 * 60_000 },
    )
  }
  return { here, ask }
}
