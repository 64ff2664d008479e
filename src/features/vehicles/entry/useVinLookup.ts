import { useRef, useState } from 'react'
import type { VinLookup } from '#contract/vehicles/specs.ts'
import { isWellFormedVin, normalizeVin } from '#domain/vehicles/vin.ts'
import { api } from '#src/api/client.ts'

export type LookupState = { is: 'idle' | 'busy' | 'failed' } | { is: 'found'; found: VinLookup }

/** Looks up each complete VIN once (VEH-046). Ignores outdated responses. */
export function useVinLookup(onFound: (found: VinLookup) => void) {
  const [state, setState] = useState<LookupState>({ is: 'idle' })
  const latest = useRef('')
  async function onVin(text: string) {
    const vin = normalizeVin(text)
    if (vin === latest.current) return
    latest.current = vin
    if (!isWellFormedVin(vin)) return setState({ is: 'idle' })
    setState({ is: 'busy' })
    const found = await api.specs.vinLookup({ vin }).catch(() => undefined)
    if (latest.current !== vin) return
    setState(found ? { is: 'found', found } : { is: 'failed' })
    if (found) onFound(found)
  }
  /** Resets the lookup, so that the same VIN is requested again. */
  function forget() {
    latest.current = ''
    setState({ is: 'idle' })
  }
  return { state, onVin, forget }
}
