import type { Actor } from '#server/actor.ts'
import type { Transaction } from '#server/db/database.ts'
import { readPositions, readServiceDefinitions } from './services.reads.ts'

/** The service catalogue. */
export function servicesService() {
  return {
    /** All definitions; `basic` leaves the usual price out unless `full_prices` asks for it. */
    async list(
      tx: Transaction,
      actor: Actor,
      query: { basic?: boolean | undefined; full_prices?: boolean | undefined },
    ) {
      const services = await readServiceDefinitions(tx, actor.language)
      const hidesPrice = query.basic === true && query.full_prices !== true
      return { services: hidesPrice ? services.map((s) => ({ ...s, typical_price: null })) : services }
    },
    /** What the rules of a history need to know of some services. */
    positions: readPositions,
  }
}
export type ServicesService = ReturnType<typeof servicesService>
