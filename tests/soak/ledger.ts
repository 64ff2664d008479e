import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, openDatabase } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import type { Act, OnDevice } from './page.ts'

/** An entry as the soak knows it. */
interface Known {
  id: string
  /** Edits that were asked for, and the last that the person was told is kept. 0: the create. */
  asked: number
  told: number | null
  /** Digest by file; only of files that the person was told are kept. */
  files: Map<string, string>
  /** All that was told of it has been seen on the server. */
  isArrived: boolean
}

/** Something that was told to be kept and is nowhere. */
export interface Loss {
  id: string
  what: string
  at: string
}

export interface Verdict {
  entries: number
  edits: number
  files: number
  /** Not told, since the kill came between commit and word; on the server all the same, whole and once. */
  untold: number
  lost: Loss[]
  doubled: string[]
  audits: number
  /** Entries looked at in all audits together. */
  looks: number
}

export type Ledger = ReturnType<typeof openLedger>

const poNumberOf = (nth: number, version: number) => `SOAK-${nth}.${version}`
const versionOf = (poNumber: string | null) => Number(/\.(\d+)$/.exec(poNumber ?? '')?.[1] ?? Number.NaN)

/**
 * What every person was told, held against device and server. An audit reads the device first and the server after it:
 * what moves between the two readings moves towards the server, so whatever is in neither is lost.
 */
export function openLedger(databaseUrl: string) {
  const db = openDatabase(databaseUrl, { max: 2 })
  const known = new Map<string, Known>()
  const losses = new Map<string, Loss>()
  const refused: { id: string; why: string }[] = []
  const count = { entries: 0, edits: 0, files: 0, audits: 0, looks: 0 }

  /** Reads; a database that was just killed is asked again. */
  async function read<Row extends object>(query: Parameters<Database['query']>[0]): Promise<Row[]> {
    for (let tries = 0; ; tries++) {
      try {
        return await db.query<Row>(query)
      } catch (error) {
        if (tries > 300) throw error
        await sleep(200)
      }
    }
  }

  function tell(act: Act, digests: string[]): void {
    const entry = known.get(act.id)
    if (!entry) throw new Error(`Nobody asked for ${act.id}`)
    entry.told = Math.max(entry.told ?? 0, versionOf(act.poNumber))
    entry.isArrived = false
    act.files.forEach((file, at) => {
      entry.files.set(file.id, digests[at] ?? '')
    })
    if (act.kind === 'create') count.entries++
    else count.edits++
    count.files += act.files.length
  }

  /** @param mine ids of the entries of one device @param onDevice read before the call */
  async function audit(mine: readonly string[], onDevice: OnDevice, at: string): Promise<void> {
    const open = mine
      .flatMap((id) => known.get(id) ?? [])
      .filter((entry) => entry.told !== null && !entry.isArrived)
    count.audits++
    count.looks += open.length
    if (open.length === 0) return
    const entities = new Set(onDevice.entities)
    const files = new Set(onDevice.files)
    const ids = open.map((entry) => entry.id)
    const rows = await read<{ id: string; po_number: string }>(
      sql`select id, po_number from manual_maintenance_histories where id = any(${ids}::uuid[])`,
    )
    const stored = await read<{ id: string; sha256: string }>(
      sql`select id, sha256 from documents where state = 'stored' and id = any(${open.flatMap((entry) => [...entry.files.keys()])}::uuid[])`,
    )
    const versions = new Map(rows.map((row) => [row.id, versionOf(row.po_number)]))
    const digests = new Map(stored.map((row) => [row.id, row.sha256]))
    for (const entry of open) {
      const isThere = (versions.get(entry.id) ?? -1) >= (entry.told ?? 0)
      if (!isThere && !entities.has(entry.id)) lose(entry.id, `version ${entry.told}`, at)
      let isWhole = isThere
      for (const [id, sha256] of entry.files) {
        const isStored = digests.get(id) === sha256
        if (!isStored) isWhole = false
        if (!isStored && !files.has(id)) lose(entry.id, `file ${id}`, at)
      }
      entry.isArrived = isWhole
    }
  }

  function lose(id: string, what: string, at: string): void {
    if (!losses.has(`${id} ${what}`)) losses.set(`${id} ${what}`, { id, what, at })
  }

  /** After all has been sent: everything is on the server, once, and nothing by halves; or still on a device. */
  async function verdict(onDevices: OnDevice): Promise<Verdict> {
    for (const entry of known.values()) entry.isArrived = false
    await audit([...known.keys()], onDevices, 'the end')
    const rows = await read<{
      id: string
      rev: number
      services: number
      readings: number
      rows: number
    }>(sql`
      select h.id, max(h.rev) as rev, count(*) as rows,
        sum((select count(*) from history_services s where s.history_id = h.id)) as services,
        sum((select count(*) from odometer_readings r where r.source = 'history' and r.source_id = h.id::text)) as readings
      from manual_maintenance_histories h group by h.id`)
    const doubled = rows.flatMap((row) => {
      const entry = known.get(row.id)
      if (!entry) return [`${row.id} was never asked for`]
      const wrong = [row.rows, row.services, row.readings].some((n) => Number(n) !== 1)
      return wrong || Number(row.rev) > 1 + entry.asked ? [`${row.id} ${JSON.stringify(row)}`] : []
    })
    const untold = rows.filter((row) => known.get(row.id)?.told === null).length
    return { ...count, untold, lost: [...losses.values()], doubled }
  }

  return {
    /** A new entry or a new version of one, before the page hears of it. */
    ask(id: string, nth: number): string {
      const entry = known.get(id) ?? { id, asked: -1, told: null, files: new Map(), isArrived: false }
      entry.asked++
      known.set(id, entry)
      return poNumberOf(nth, entry.asked)
    },
    isTold: (id: string) => known.get(id)?.told !== null,
    tell,
    refuse: (act: Act, why: string) => void refused.push({ id: act.id, why }),
    refused,
    entries: () => count.entries,
    lost: () => losses.size,
    audit,
    verdict,
    close: () => db.close(),
  }
}
