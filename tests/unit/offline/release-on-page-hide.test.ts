import { describe, expect, it, vi } from 'vitest'
import { deviceClock } from '#src/offline/model/clock.ts'
import { createLiveQuery } from '#src/offline/storage/live-query.ts'
import { outboxDb } from '#src/offline/storage/outbox-db.ts'
import { closePermanently, createReconnect } from '#src/offline/storage/reconnect.ts'
import './device.ts'

let nth = 0

/** A database on a page that can be hidden and shown again. */
function onPage() {
  const page = new EventTarget()
  const db = outboxDb({ tenantId: 1, userId: ++nth })
  const onHeal = vi.fn()
  const reconnect = createReconnect(db, deviceClock, onHeal, page)
  const dispatchEvent = (event: 'pagehide' | 'pageshow') => page.dispatchEvent(new Event(event))
  return { db, reconnect, onHeal, dispatchEvent, seqs: () => db.meta.toCollection().primaryKeys() }
}

const passed = () => new Promise((resolve) => setTimeout(resolve, 30))

describe('a hidden page (row 13)', () => {
  it('holds no transaction open, and saves the interrupted entry when it is back (OFF-012)', async () => {
    const { db, reconnect, onHeal, dispatchEvent, seqs } = onPage()
    let isHeld = true
    let runs = 0
    const saving = reconnect(() =>
      db.transaction('rw', db.meta, async () => {
        runs++
        await db.meta.put({ k: 'saved', v: 1 })
        while (isHeld) await db.meta.get('saved')
      }),
    )
    await vi.waitFor(() => expect(runs).toBe(1), 30_000)
    dispatchEvent('pagehide')
    await passed()
    // The next page: another connection to the same tables.
    const next = outboxDb({ tenantId: 1, userId: nth })
    expect(await next.meta.count()).toBe(0)
    await next.meta.put({ k: 'by the next page', v: 2 })
    next.close()
    expect(runs).toBe(1)
    isHeld = false
    dispatchEvent('pageshow')
    await saving
    expect(runs).toBe(2)
    expect(await reconnect(seqs)).toEqual(['by the next page', 'saved'])
    expect(onHeal).not.toHaveBeenCalled()
    closePermanently(db)
  })

  it('opens nothing while it is hidden, however often it is called', async () => {
    const { db, reconnect, dispatchEvent, seqs } = onPage()
    await reconnect(seqs)
    dispatchEvent('pagehide')
    dispatchEvent('pagehide')
    const reconnecting = Promise.all([reconnect(seqs), reconnect(seqs)])
    await passed()
    expect(db.isOpen()).toBe(false)
    dispatchEvent('pageshow')
    expect(await reconnecting).toEqual([[], []])
    closePermanently(db)
  })

  it('continues its subscriptions, and does not report the pause', async () => {
    const { db, reconnect, dispatchEvent, seqs } = onPage()
    const seen: unknown[] = []
    const onError = vi.fn()
    const stop = createLiveQuery(seqs, reconnect).subscribe((keys) => seen.push(keys), onError)
    await vi.waitFor(() => expect(seen).toHaveLength(1), 30_000)
    dispatchEvent('pagehide')
    await passed()
    dispatchEvent('pageshow')
    await reconnect(() => db.meta.put({ k: 'new', v: 1 }))
    await vi.waitFor(() => expect(seen.at(-1)).toEqual(['new']), 30_000)
    expect(onError).not.toHaveBeenCalled()
    stop()
    closePermanently(db)
  })

  it('continues a subscription whose first read was interrupted', async () => {
    const { db, reconnect, dispatchEvent, seqs } = onPage()
    let isHeld = true
    let reads = 0
    const read = async () => {
      reads++
      while (isHeld) await db.meta.get('saved')
      return seqs()
    }
    const seen: unknown[] = []
    const onError = vi.fn()
    const stop = createLiveQuery(read, reconnect).subscribe((keys) => seen.push(keys), onError)
    await vi.waitFor(() => expect(reads).toBe(1), 30_000)
    dispatchEvent('pagehide')
    await passed()
    isHeld = false
    dispatchEvent('pageshow')
    await vi.waitFor(() => expect(seen).toEqual([[]]), 5_000)
    await reconnect(() => db.meta.put({ k: 'new', v: 1 }))
    await vi.waitFor(() => expect(seen.at(-1)).toEqual(['new']), 5_000)
    expect(onError).not.toHaveBeenCalled()
    stop()
    closePermanently(db)
  })

  it('does not reopen a database that was closed permanently', async () => {
    const { db, reconnect, dispatchEvent, seqs } = onPage()
    await reconnect(seqs)
    dispatchEvent('pagehide')
    closePermanently(db)
    dispatchEvent('pageshow')
    await expect(reconnect(seqs)).rejects.toThrow()
    expect(db.isOpen()).toBe(false)
  })
})

describe('a lost connection', () => {
  it('is reopened once for all interrupted work', async () => {
    const { db, reconnect, onHeal, seqs } = onPage()
    await reconnect(seqs)
    db.close()
    await Promise.all(Array.from({ length: 12 }, () => reconnect(seqs)))
    expect(onHeal).toHaveBeenCalledTimes(1)
    closePermanently(db)
  })
})
