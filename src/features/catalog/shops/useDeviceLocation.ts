import { useState } from 'react'

export type DeviceLocation =
  | { state: 'unasked' | 'asking' | 'refused' | 'unknown' }
  | { state: 'known'; latitude: number; longitude: number }

const TIMEOUT_MS = 15_000

/** Locates the device on request. A refusal shows a message; the user can still search by zip code (SHP-007). */
export function useDeviceLocation() {
  const [here, setHere] = useState<DeviceLocation>({ state: 'unasked' })
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
