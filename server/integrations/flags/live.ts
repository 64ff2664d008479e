import { OFREPProvider } from '@openfeature/ofrep-provider'
import type { Provider } from '@openfeature/server-sdk'
import type { FlagServiceConfig } from '#server/config/config.ts'
import { readText } from '#server/integrations/external-api.ts'
import { type CircuitLimits, type CircuitOptions, createCircuit } from '../circuit.ts'
import { PORT_LIMITS } from '../limits.ts'

/** Any flag service that supports OFREP (OpenFeature Remote Evaluation Protocol). */
export function ofrepFlags(
  { url, token }: FlagServiceConfig,
  { limits = PORT_LIMITS.flags, ...options }: CircuitOptions & { limits?: CircuitLimits } = {},
): Provider {
  const circuit = createCircuit('flags', limits, options)
  return new OFREPProvider({
    baseUrl: url,
    headers: token ? { authorization: `Bearer ${token}` } : {},
    fetchImplementation: (address, init) =>
      circuit.run(async (signal) => {
        const response = await fetch(address, { ...init, signal })
        // Read here, so that the timeout also covers a body that never ends.
        const body = await readText(response, 'the flag service')
        const { status, headers } = response
        if (status >= 500) throw new Error(`The flag service responded with ${status}`)
        return new Response([204, 205, 304].includes(status) ? null : body, { status, headers })
      }),
  })
}
