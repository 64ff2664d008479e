import { describe, expect, it, vi } from 'vitest'
import { StorageBlocked, StorageTimeout } from '#src/offline/model/errors.ts'
import { saveAgain } from '#src/offline/queue/enqueue/save-again.ts'
import { awaitCertainOutcome, withTimeout } from '#src/offline/queue/enqueue/save-outcome.ts'
import type { Store } from '#src/offline/storage/store.ts'
import { aHistory, aPdf, aPhone, drain, historyFields, openPage } from './device.ts'
import { inProcessServer } from './in-process-server.ts'
import { simulatedClock } from './simulated-clock.ts'

/** Delays the commits of a connection: a transaction before them is held open, as a phone's storage may do. */
function holdCommits(store: Store): () => Promise<void> {
  let isHeld = true
  const over = store.db.transaction('rw', [store.db.ops, store.db.meta, store.db.files], async () => {
    while (isHeld) await store.db.meta.get('seq')
  })
  return () => {
    isHeld = false
    return Promise.resolve(over)
  }
}

const passed = () => new Promise((resolve) => setTimeout(resolve, 30))

async function silentPage(server = inProcessServer(() => 'ok')) {
  const clock = simulatedClock(Date.now())
  const opened = await openPage(aPhone(), { clock, transport: server.transport, fetch: server.fetch })
  const releaseCommits = holdCommits(opened.store)
  /** Saves and waits until the user sees the result. */
  const saveUntilTimeout = async (command: Parameters<typeof opened.outbox.enqueue>[0]) => {
    const outcome = opened.outbox.enqueue(command).then(
      () => null,
      (error: unknown) => error,
    )
    await passed()
    clock.advance(35_000)
    const error = await outcome
    if (!(error instanceof StorageTimeout)) throw new Error('The save did not time out')
    return error
  }
  return { ...opened, releaseCommits, saveUntilTimeout, world: server.world }
}

describe('storage that does not respond (OFF-012, OFF-018)', () => {
  it('is reported, and a late commit is noticed', async () => {
    const { outbox, releaseCommits, saveUntilTimeout } = await silentPage()
    const entry = aHistory({}, [aPdf()])
    const { late } = await saveUntilTimeout(entry)
    await releaseCommits()
    expect(await late).toMatchObject({ entityId: entry.id })
    expect(await outbox.pendingCount()).toBe(1)
    outbox.close()
  })

  it('stores one entry for two saves, the second with the changes made between them', async () => {
    const { outbox, store, releaseCommits, saveUntilTimeout, world } = await silentPage()
    const entry = aHistory({}, [aPdf()])
    const first = await saveUntilTimeout(entry)
    const changed = { ...entry, payload: historyFields({ odometer: 48_300 }) }
    const second = saveAgain(outbox, { create: entry, saved: first.late }, changed)
    await releaseCommits()
    expect((await second).opId).toBe((await first.late).opId)
    expect((await store.db.ops.toArray()).map((op) => op.kind).sort()).toEqual(['file.put', 'history.create'])
    outbox.start()
    await drain(outbox)
    expect(world.effects()).toBe(1)
    outbox.close()
  })

  it('sends the changes as an edit if the first save has arrived in the meantime, and nothing if there are none', async () => {
    const { outbox, store, releaseCommits, saveUntilTimeout } = await silentPage()
    const [remaining, added] = [aPdf(), aPdf('second.pdf', 2_000, 2)]
    const entry = aHistory({}, [remaining])
    const { late: saved } = await saveUntilTimeout(entry)
    await releaseCommits()
    const { opId } = await saved
    outbox.start()
    await drain(outbox)
    await outbox.stop()
    const earlier = { create: entry, saved }
    expect((await saveAgain(outbox, earlier, entry)).opId).toBe(opId)
    expect(await outbox.pendingCount()).toBe(0)
    const changed = { ...entry, payload: historyFields({ odometer: 48_300 }), files: [remaining, added] }
    await saveAgain(outbox, earlier, changed)
    const ops = await store.db.ops.orderBy('id').toArray()
    expect(ops.map((op) => op.kind).sort()).toEqual(['file.put', 'history.update'])
    const edit = ops.find((op) => op.kind === 'history.update')
    expect(edit).toMatchObject({ entityId: entry.id, baseRev: 1, payload: { removedFileIds: [] } })
    expect(edit?.payload).toMatchObject({ fields: { odometer: 48_300 }, manifest: [{ id: added.id }] })
    outbox.close()
  })
})

describe('a save whose result never arrives (OFF-012, OFF-018)', () => {
  /** Storage that commits and never reports it, as a busy phone has done. */
  async function silenceAfterCommit() {
    const clock = simulatedClock(Date.now())
    const phone = aPhone()
    const opened = await openPage(phone, { clock })
    const { write } = opened.store
    const commitLost = vi.spyOn(opened.store, 'write').mockImplementation(async (work) => {
      await write(work)
      return new Promise(() => {})
    })
    return { ...opened, phone, clock, resultLost: commitLost }
  }

  it('is found on a new connection and then reported as saved', async () => {
    const { outbox, store, clock } = await silenceAfterCommit()
    const entry = aHistory({}, [aPdf()])
    const saving = outbox.enqueue(entry)
    // Committed, and the result is lost.
    await expect.poll(() => store.db.ops.count()).toBe(2)
    await passed()
    clock.advance(9_000)
    await expect(saving).resolves.toMatchObject({ entityId: entry.id })
    expect(await store.db.ops.count()).toBe(2)
    outbox.close()
  })

  it('is never reported as refused if the connection failed after the commit', async () => {
    const { outbox, store } = await openPage(aPhone(), { clock: simulatedClock(Date.now()) })
    const { write } = store
    vi.spyOn(store, 'write').mockImplementation(async (work) => {
      await write(work)
      throw new StorageBlocked(new Error('lost'))
    })
    const entry = aHistory()
    await expect(outbox.enqueue(entry)).resolves.toMatchObject({ entityId: entry.id })
    expect(await store.db.ops.count()).toBe(1)
    outbox.close()
  })

  it('is reported as not stored only if storage could be read and has no trace of it', async () => {
    const { outbox, store } = await openPage(aPhone(), { clock: simulatedClock(Date.now()) })
    vi.spyOn(store, 'write').mockImplementation(async (work) => {
      // Begun, and rolled back.
      await store.db
        .transaction(
          'rw',
          [store.db.ops, store.db.files, store.db.meta, store.db.log, store.db.receipts],
          async () => {
            await work()
            throw new Error('rolled back')
          },
        )
        .catch(() => {})
      throw new StorageBlocked(new Error('lost'))
    })
    await expect(outbox.enqueue(aHistory())).rejects.toBeInstanceOf(StorageBlocked)
    expect(await store.db.ops.count()).toBe(0)
    outbox.close()
  })

  it('stays unknown while storage cannot be read, and the outcome follows', async () => {
    const clock = simulatedClock(Date.now())
    const saved = { opId: 'op', entityId: 'entity' }
    let found: typeof saved | null = null
    const attempt = {
      work: new Promise<typeof saved>(() => {}),
      hasBegun: () => true,
      look: () => (found ? Promise.resolve(found) : Promise.reject(new Error('no connection'))),
    }
    const outcome = withTimeout(clock, 30_000, awaitCertainOutcome(clock, attempt)).catch(
      (error: unknown) => error,
    )
    for (let second = 0; second < 40; second++) {
      clock.advance(1_000)
      await Promise.resolve()
    }
    const error = await outcome
    expect(error).toBeInstanceOf(StorageTimeout)
    found = saved
    await passed()
    clock.advance(20_000)
    await expect((error as StorageTimeout).late).resolves.toEqual(saved)
  })
})
