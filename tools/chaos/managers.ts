import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import type { Client } from '#tests/support/client.ts'
import { writeHeaders } from '#tests/support/entries.ts'

const PAUSE_MS = 200
const RETRY_MS = 500
const LISTS = ['/vehicles', '/fleet_users', '/manual_maintenance_histories?page=1']
/** Parts of the app that each visit loads besides those that start it. */
const PARTS = 6

/** A vehicle that only one manager edits. */
interface Edited {
  id: number
  rev: number
  /** Acknowledged edits. */
  edits: number
  /** Edits whose revision was neither the next one nor the first of an epoch (decision 126). */
  skipped: number
  other_id: string | null
}

interface ManagersInput {
  client: Client
  db: Database
  vehicleIds: readonly number[]
  /** Called for each acknowledged edit. */
  wrote: () => void
  /** Called for each part of the app that did not arrive. */
  missed: (what: string) => void
}

/**
 * Managers at a desk, one for each vehicle: they open the app with a part of its files, read lists, and edit the vehicle.
 * An edit without a response is sent again with its key, as the app does.
 */
export function startManagers({ client, db, vehicleIds, wrote, missed }: ManagersInput) {
  const vehicles = vehicleIds.map((id): Edited => ({ id, rev: 1, edits: 0, skipped: 0, other_id: null }))
  let isStopped = false

  async function openApp() {
    const page = await client.send('GET', '/', undefined, { accept: 'text/html' })
    if (page.status !== 200) return missed(`/ ${page.status}`)
    const scripts = [...new Set(String(page.body).match(/\/assets\/[\w.-]+\.js/g))]
    const start = scripts.find((name) => name.includes('/boot-')) ?? ''
    const parts = [...String(await loadPart(start)).matchAll(/"(assets\/[\w.-]+\.js)"/g)].map(
      ([, name]) => `/${name}`,
    )
    const some = parts.filter((_name, i) => (i + Math.floor(performance.now())) % parts.length < PARTS)
    await Promise.all([...scripts.filter((name) => name !== start), ...some].map(loadPart))
  }
  async function loadPart(name: string) {
    const { status, headers, body } = await client.send('GET', name)
    if (status !== 200 || !headers.get('content-type')?.includes('javascript')) missed(`${name} ${status}`)
    return body
  }

  /** Returns the lowest revision that rows get in the epoch of the database. */
  async function firstRevision() {
    const [meta] = await db.query<{ rev: number }>(sql`select key_generation + 1 as rev from server_meta`)
    return meta?.rev
  }

  async function edit(vehicle: Edited) {
    const other_id = randomUUID().slice(0, 13)
    const key = randomUUID()
    for (;;) {
      const send = client.put(`/vehicles/${vehicle.id}`, { other_id }, writeHeaders(key, vehicle.rev))
      const response = await send.catch(() => null)
      if (response?.status === 200) {
        const rev: number = response.body.rev
        const isNext = rev === vehicle.rev + 1 || rev === (await firstRevision())
        vehicle.skipped += isNext ? 0 : 1
        Object.assign(vehicle, { other_id, rev, edits: vehicle.edits + 1 })
        return wrote()
      }
      const isInProgress = response?.status === 409 && response.body.code === 'in_progress'
      if (response && response.status !== 503 && !isInProgress)
        throw new Error(`An edit was answered ${response.status}: ${JSON.stringify(response.body)}`)
      await sleep(RETRY_MS)
    }
  }

  async function work(vehicle: Edited) {
    for (let i = 0; !isStopped; i++) {
      await edit(vehicle)
      // The app shows what failed and offers to load it again.
      await openApp().catch(() => {})
      await client.get(LISTS[i % LISTS.length] ?? '').catch(() => {})
      await sleep(PAUSE_MS)
    }
  }
  const working = Promise.all(vehicles.map(work))
  let wrongResponse: unknown = null
  working.catch((error) => {
    wrongResponse = error
  })
  return {
    /** @throws when a manager got a wrong response */
    check() {
      if (wrongResponse !== null) throw wrongResponse
    },
    /** Ends the work. @returns the number of edits, and of those that the database lacks or has twice */
    async stop() {
      isStopped = true
      await working
      const rows = await db.query<{ id: number; rev: number; other_id: string | null }>(
        sql`select id, rev, other_id from vehicles where id = any(${vehicleIds})`,
      )
      const wrong = vehicles.filter(({ id, rev, skipped, other_id }) => {
        const row = rows.find((each) => each.id === id)
        return row?.other_id !== other_id || row?.rev !== rev || skipped > 0
      })
      return { edits: vehicles.reduce((sum, { edits }) => sum + edits, 0), wrong: wrong.length }
    },
  }
}
