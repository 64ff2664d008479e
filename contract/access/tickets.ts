import { call, TICKET_PURPOSES, v4 } from '../core/route.ts'
import * as z from '../core/zod.ts'

/** A token that replaces the session's token once, in an address or on the push channel (ruling 8). */
const Ticket = z.object({ ticket: z.string(), /** Seconds. */ expires_in: z.int() })

export const ticketsContract = {
  create: call({ access: 'session.own', kind: 'write' })
    .route({
      method: 'POST',
      path: v4('/tickets'),
      tags: ['access'],
      summary: 'Create a single-use ticket',
      successStatus: 201,
    })
    .input(z.object({ purpose: z.enum(TICKET_PURPOSES, 'unknown') }))
    .output(Ticket),
}
