import { OFREPProvider } from '@openfeature/ofrep-provider'
import type { Provider } from '@openfeature/server-sdk'
import type { FlagServiceConfig } from '#server/config.ts'

/** Nobody waits longer for what only decides which features show. */
const PATIENCE_MS = 2000

/** Any flag service that speaks OFREP (OpenFeature Remote Evaluation Protocol). */
export function ofrepFlags({ url, token }: FlagServiceConfig): Provider {
  return new OFREPProvider({
    baseUrl: url,
    headers: token ? { authorization: `Bearer ${token}` } : {},
    fetchImplementation: (address, init) =>
      fetch(address, { ...init, signal: AbortSignal.timeout(PATIENCE_MS) }),
  })
}
