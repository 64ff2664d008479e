import { afterEach, describe, expect, it } from 'vitest'
import { waitingCommentsOf } from '#src/features/orders/comments/comments.ts'
import type { Command } from '#src/offline/model/command.ts'
import { orderEntityId } from '#src/offline/model/ids.ts'
import type { Transport, TransportResponse } from '#src/offline/transport/transport.ts'
import { aPhone, drain, type OpenedPage, openPage } from './device.ts'
import { simulatedClock } from './simulated-clock.ts'

const opened: OpenedPage[] = []
afterEach(() => {
  for (const one of opened.splice(0)) one.close()
})

const ORDER = 4711
const seen = { id: ORDER, vehicle_id: 5, appointment_datetime: '2026-11-23T15:00:00Z' }

const comments = (text: string, basis: { rev: number; was?: string | null }): Command => ({
  kind: 'order-comments.update',
  id: orderEntityId(ORDER),
  basis: { rev: basis.rev, opId: null, seen: { ...seen, customer_comments: basis.was ?? null } },
  payload: { order_id: ORDER, vehicle_id: 5, ...(text && { customer_comments: text }) },
  files: [],
  removedFileIds: [],
})

/** A server with one order; another user applies `theirs` to it before the next request is handled. */
function anOrderServer() {
  const order = { ...seen, customer_comments: null as string | null, rev: 1, status: 'active' }
  const keys = new Map<string, TransportResponse>()
  const writes: string[] = []
  const transport: Transport = async ({ headers, url, body }) => {
    const key = headers['Idempotency-Key'] ?? ''
    const known = keys.get(key)
    if (known) return known
    const respond = (status: number, body: object) => {
      const all = new Map([
        ['content-type', 'application/json'],
        ['x-wheelbook-api', '1'],
        ['x-wheelbook-op', key],
      ])
      const given: TransportResponse = {
        status,
        text: JSON.stringify(body),
        header: (name) => all.get(name.toLowerCase()) ?? null,
      }
      keys.set(key, given)
      return given
    }
    expect(url).toMatch(/\/api\/v4\/orders\/4711$/)
    if (order.status === 'cancel') return respond(409, { code: 'order_status' })
    if (headers['If-Match'] !== `"${order.rev}"`)
      return respond(412, {
        code: 'stale',
        current: order,
        etag: `"${order.rev}"`,
        changed: { at: '2026-11-22T20:00:00Z', by: 'Maria Lopez', is_own: false },
      })
    const sent = JSON.parse(new TextDecoder().decode(body as ArrayBuffer)) as {
      customer_comments: string | null
    }
    order.customer_comments = sent.customer_comments
    order.rev += 1
    writes.push(order.customer_comments ?? '')
    return respond(200, order)
  }
  return { order, writes, transport }
}

async function aWorld() {
  const server = anOrderServer()
  const page = await openPage(aPhone(), { transport: server.transport })
  opened.push(page)
  return { ...server, ...page }
}

describe('customer comments that wait for signal (APR-015, ruling 24)', () => {
  it('arrive once, the last of several texts entered before anything was sent', async () => {
    const { outbox, writes, order } = await aWorld()
    await outbox.enqueue(comments('Rattles', { rev: 1 }))
    await outbox.enqueue(comments('Rattles when cold', { rev: 1, was: 'Rattles' }))
    const entries = await outbox.entries.current()
    expect(waitingCommentsOf(entries, ORDER)).toMatchObject({
      comments: 'Rattles when cold',
      needsYou: false,
    })
    expect(waitingCommentsOf(entries, 4712)).toBeNull()
    expect(entries[0]?.canMove).toBe(false)
    outbox.start()
    await drain(outbox)
    expect(writes).toEqual(['Rattles when cold'])
    expect(order.rev).toBe(2)
    expect(await outbox.unsentCount()).toEqual({ entries: 0, files: 0 })
  })

  it('show the last text, although the clock was set back since the one before (docs/offline.md row 16)', async () => {
    const clock = simulatedClock()
    const page = await openPage(aPhone(), { clock })
    opened.push(page)
    const { opId } = await page.outbox.enqueue(comments('Rattles', { rev: 1 }))
    // It has been tried, so the next text is an operation of its own.
    await page.store.db.ops.update(opId, { firstAttemptAt: 1, state: 'retry' })
    clock.set(clock.now() - 86_400_000)
    await page.outbox.enqueue(comments('Rattles when cold', { rev: 1, was: 'Rattles' }))
    const entries = await page.outbox.entries.current()
    expect(entries).toHaveLength(2)
    expect(waitingCommentsOf(entries, ORDER)?.comments).toBe('Rattles when cold')
  })

  it('are removed by an empty text', async () => {
    const { outbox, order } = await aWorld()
    order.customer_comments = 'Rattles'
    await outbox.enqueue(comments('', { rev: 1, was: 'Rattles' }))
    outbox.start()
    await drain(outbox)
    expect(order.customer_comments).toBeNull()
  })

  it('are sent without a question when the order changed and its comments did not', async () => {
    const { outbox, order, writes } = await aWorld()
    await outbox.enqueue(comments('Rattles', { rev: 1 }))
    Object.assign(order, { rev: 7, status: 'approved' })
    outbox.start()
    await drain(outbox)
    expect(writes).toEqual(['Rattles'])
    expect(await outbox.pendingCount()).toBe(0)
  })

  it('are compared when another user changed them too, and the choice arrives', async () => {
    const { outbox, order, writes } = await aWorld()
    await outbox.enqueue(comments('Mine', { rev: 1, was: 'Before' }))
    Object.assign(order, { rev: 3, customer_comments: 'Theirs' })
    outbox.start()
    await drain(outbox)
    const [entry] = await outbox.entries.current()
    expect(entry?.trouble?.changed?.by).toBe('Maria Lopez')
    expect(entry?.conflict).toMatchObject([
      {
        name: 'comments',
        base: { customer_comments: 'Before' },
        mine: { customer_comments: 'Mine' },
        theirs: { customer_comments: 'Theirs' },
      },
    ])
    expect(waitingCommentsOf([entry as never], ORDER)).toMatchObject({ comments: 'Mine', needsYou: true })
    await outbox.resolveConflict(entry?.opId ?? '', { comments: 'mine' })
    await drain(outbox)
    expect(writes).toEqual(['Mine'])
  })

  it('are rejected permanently by an order that has ended, and stay with the user', async () => {
    const { outbox, order } = await aWorld()
    order.status = 'cancel'
    await outbox.enqueue(comments('Too late', { rev: 1 }))
    outbox.start()
    await drain(outbox)
    expect(await outbox.entries.current()).toMatchObject([
      { state: 'rejected', trouble: { code: 'order_status' }, canMove: false },
    ])
  })

  it('are rejected if they are longer than the order allows', async () => {
    const { outbox } = await aWorld()
    await expect(outbox.enqueue(comments('x'.repeat(151), { rev: 1 }))).rejects.toMatchObject({
      fields: { customer_comments: [expect.any(String)] },
    })
    expect(await outbox.pendingCount()).toBe(0)
  })
})
