import {
  DEFAULT_RETRY_POLICY,
  externalApiCaller,
  type RetryPolicy,
} from '#server/integrations/external-api.ts'
import type { CircuitOptions } from '../circuit.ts'
import { nhtsaRecalls } from './nhtsa.ts'
import type { Recalls } from './port.ts'
import { transportCanadaRecalls } from './transport-canada.ts'

/** Addresses of the two authorities. Tests use their own. */
interface RecallServers {
  nhtsa: string
  transportCanada: string
}

const SERVERS: RecallServers = {
  nhtsa: 'https://api.nhtsa.gov',
  transportCanada: 'https://data.tc.gc.ca',
}

/** Queries NHTSA for US fleets and Transport Canada for Canadian ones (ruling 21). Both APIs are public. */
export function authorityRecalls(
  servers: RecallServers = SERVERS,
  patience: RetryPolicy = DEFAULT_RETRY_POLICY,
  options: Pick<CircuitOptions, 'log'> = {},
): Recalls {
  const us = nhtsaRecalls(servers.nhtsa, externalApiCaller('NHTSA', patience, options))
  const canada = transportCanadaRecalls(
    servers.transportCanada,
    externalApiCaller('Transport Canada', patience, options),
  )
  return {
    async of(model) {
      const recalls = await (model.country === 'CA' ? canada(model) : us(model))
      return recalls.sort((a, b) => (b.reported_on ?? '').localeCompare(a.reported_on ?? ''))
    },
  }
}
