import { Day, Id, Instant, TicketToken } from '../core/fields.ts'
import { pageFields, pageQuery } from '../core/paging.ts'
import { call, v4 } from '../core/route.ts'
import * as z from '../core/zod.ts'

/** Providers without a gateway, which are billed by file (ruling 29). */
export const FuelCardProvider = z.enum(['WEX', 'Fleetcor'])
export type FuelCardProvider = z.infer<typeof FuelCardProvider>

/** Charges and refunds of a provider on a day. Refunds count as negative amounts, so a total may be negative. */
export const SettlementFile = z.object({
  id: Id,
  provider: FuelCardProvider,
  /** Calendar day in UTC. */
  day: Day,
  charges: z.int(),
  refunds: z.int(),
  totals: z.array(
    z.object({
      currency: z.enum(['USD', 'CAD']),
      amount: z.string().check(z.regex(/^-?\d{1,18}\.\d{2}$/)),
    }),
  ),
  /** Null: not delivered yet, so it cannot be downloaded. */
  submitted_at: z.nullable(Instant),
})
export type SettlementFile = z.infer<typeof SettlementFile>

/** Settlement files of the user's management company. */
export const settlementsContract = {
  /** Newest day first. */
  list: call({ access: 'settlements.read' })
    .route({
      method: 'GET',
      path: v4('/settlement_files'),
      tags: ['money'],
      summary: 'Settlement files of fuel cards',
    })
    .input(z.object({ provider: z.optional(FuelCardProvider), ...pageQuery(50, 200) }))
    .output(z.object({ settlement_files: z.array(SettlementFile), ...pageFields })),
  /** The browser downloads it by URL, with a ticket for 'download' as `auth_token` (ruling 8). */
  download: call({ access: 'settlements.read', ticket: 'download' })
    .route({
      method: 'GET',
      path: v4('/settlement_files/{id}/csv'),
      tags: ['money'],
      summary: 'One settlement file as CSV',
      outputStructure: 'detailed',
    })
    .input(z.object({ id: Id, auth_token: z.optional(TicketToken) }))
    .output(
      z.object({ headers: z.record(z.string(), z.string()), body: z.instanceof(ReadableStream<Uint8Array>) }),
    ),
}
