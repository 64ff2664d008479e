import type { CircuitOptions } from '../circuit.ts'
import { outsideCaller, type Patience, USUAL_PATIENCE } from '../outside.ts'
import { nhtsaRecalls } from './nhtsa.ts'
import type { Recalls } from './port.ts'
import { transportCanadaRecalls } from './transport-canada.ts'

/** Addresses of the two authorities; tests bring their own. */
export interface RecallServers {
  nhtsa: string
  transportCanada: string
}

const SERVERS: RecallServers = {
  nhtsa: 'https://api.nhtsa.gov',
  transportCanada: 'https://data.tc.gc.ca',
}

/** NHTSA for fleets of the US, Transport Canada for those of Canada (ruling 21). Both are open to everybody. */
export function authorityRecalls(
  servers: RecallServers = SERVERS,
  patience: Patience = USUAL_PATIENCE,
  options: Pick<CircuitOptions, 'log'> = {},
): Recalls {
  const us = nhtsaRecalls(servers.nhtsa, outsideCaller('NHTSA', patience, options))
  const canada = transportCanadaRecalls(
    servers.transportCanada,
    outsideCaller('Transport Canada', patience, options),
  )
  return {
    async of(model) {
      const recalls = await (model.country === 'CA' ? canada(model) : us(model))
      return recalls.sort((a, b) => (b.reported_on ?? '').localeCompare(a.reported_on ?? ''))
    },
  }
}
