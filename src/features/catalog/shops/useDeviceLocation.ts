import { useRef, useState } from 'react'

export type DeviceLocation =
  | { state: 'unasked' | 'asking' | 'refused' | 'unknown' }
  | { state: 'known'; latitude: number; longitude: number }

const TIMEOUT_MS = 15_000

/** Locates the device on request. Denial of the permission shows a message; the user can still search by zip code (SHP-007). */
export function useDeviceLocation() {
  const [here, setHere] = useState<DeviceLocation>({ state: 'unasked' })
  const latest = useRef(0)
  function requestLocation(onFound: (place: { latitude: number; longitude: number }) => void) {
    if (!('geolocation' in navigator)) return setHere({ state: 'unknown' })
    setHere({ state: 'asking' })
    latest.current += 1
    const request = latest.current
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => {
        if (request !== latest.current) return
        setHere({ state: 'known', latitude, longitude })
        onFound({ latitude, longitude })
      },
      (error) => {
        if (request !== latest.current) return
        setHere({ state: error.code === error.PERMISSION_DENIED ? 'refused' : 'unknown' })
      },
      { timeout: TIMEOUT_MS, maximumAge: 5 * 60_000 },
    )
  }
  /** Ignores the result of a request that has not ended. */
  function cancel() {
    latest.current += 1
    setHere({ state: 'unasked' })
  }
  return { here, requestLocation, cancel }
}
