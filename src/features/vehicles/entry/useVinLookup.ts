import { useRef, useState } from 'react'
import type { VinLookup } from '#contract/vehicles/specs.ts'
import { isWellFormedVin, normaliseVin } from '#domain/vehicles/vin.ts'
import { api } from '#src/api/client.ts'

export type LookupState = { is: 'idle' | 'busy' | 'failed' } | { is: 'found'; found: VinLookup }

/** Asks what a VIN says, once for each VIN that is entered whole (VEH-046); an answer that comes too late is not used. */
export function useVinLookup(onFound: (found: VinLookup) => void) {
  const [state, setState] = useState<LookupState>({ is: 'idle' })
  const latest = useRef('')
  async function onVin(text: string) {
    const vin = normaliseVin(text)
    if (vin === latest.current) return
    latest.current = vin
    if (!isWellFormedVin(vin)) return setState({ is: 'idle' })
    setState({ is: 'busy' })
    const found = await api.specs.vinLookup({ vin }).catch(() => undefined)
    if (latest.current !== vin) return
    setState(found ? { is: 'found', found } : { is: 'failed' })
    if (found) onFound(found)
  }
  /** As if no VIN had been entered yet: the same one is asked about again. */
  function forget() {
    latest.current = ''
    setState({ is: 'idle' })
  }
  return { state, onVin, forget }
}
