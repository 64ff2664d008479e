import { describe, expect, it } from 'vitest'
import { countEntries, entryNeedsAction } from '#src/features/home/outbox/entries/entry-facts.ts'
import { needsYouCountOf, unsentCountOf, waitingCountOf } from '#src/offline/model/unsent-count.ts'
import { countForOtherUsers } from '#src/offline/storage/other-outboxes.ts'
import { aHistory, aPdf, aPhone, drain, openPage } from './device.ts'
import { inProcessServer } from './in-process-server.ts'

describe('entries and files', () => {
  it('are counted the same by the chip, at sign-out and for the next user, in every state', async () => {
    const phone = aPhone()
    // Vehicle 6 was removed: entries for it are refused.
    const server = inProcessServer(() => 'ok')
    server.goneVehicles.add(6)
    const { outbox, store } = await openPage(phone, { transport: server.transport, fetch: server.fetch })
    await outbox.enqueue(aHistory({ vehicle_id: 6 }, [aPdf('a.pdf'), aPdf('b.pdf', 2_000, 2)]))
    await outbox.enqueue(aHistory({ vehicle_id: 6 }))
    await outbox.enqueue(aHistory({}, [aPdf()]))
    const everywhere = async () => ({
      chip: unsentCountOf(await outbox.status.current()),
      signOut: await outbox.unsentCount(),
      nextUser: await countForOtherUsers({ tenantId: 3, userId: 8 }, phone),
    })
    const before = { entries: 3, files: 3 }
    expect(await everywhere()).toEqual({ chip: before, signOut: before, nextUser: before })
    outbox.start()
    await drain(outbox, 'waiting', 2_000)
    await outbox.stop()
    const status = await outbox.status.current()
    const after = await outbox.unsentCount()
    expect(await everywhere()).toEqual({ chip: after, signOut: after, nextUser: after })
    expect(needsYouCountOf(status).entries + waitingCountOf(status).entries).toBe(after.entries)
    expect(await store.db.ops.count()).toBe(after.entries + after.files)
    outbox.close()
  })

  it('are counted in the group in which the tray lists them', async () => {
    const server = inProcessServer(() => 'ok')
    server.goneVehicles.add(6)
    const { outbox } = await openPage(aPhone(), { transport: server.transport, fetch: server.fetch })
    await outbox.enqueue(aHistory({ vehicle_id: 6 }, [aPdf('a.pdf'), aPdf('b.pdf', 2_000, 2)]))
    outbox.start()
    await drain(outbox, 'waiting', 2_000)
    await outbox.stop()
    const both = async () => {
      const [status, entries] = [await outbox.status.current(), await outbox.entries.current()]
      return {
        chip: [waitingCountOf(status), needsYouCountOf(status)],
        tray: [
          countEntries(entries.filter((entry) => !entryNeedsAction(entry))),
          countEntries(entries.filter(entryNeedsAction)),
        ],
      }
    }
    const first = [
      { entries: 0, files: 0 },
      { entries: 1, files: 2 },
    ]
    expect(await both()).toEqual({ chip: first, tray: first })
    await outbox.enqueue(aHistory({}, [aPdf()]))
    const second = [
      { entries: 1, files: 1 },
      { entries: 1, files: 2 },
    ]
    expect(await both()).toEqual({ chip: second, tray: second })
    outbox.close()
  })
})
