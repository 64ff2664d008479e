import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, openDatabase } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import type { Act, OnDevice } from './page.ts'

/** An entry as recorded by the soak. */
interface Known {
  /** Part of its PO number. */
  name: string
  /** The requested id, later the one that was confirmed to the user. */
  id: string
  /** Number of requested edits, and of the last edit confirmed to the user as saved. 0: the create. */
  requestedVersion: number
  savedVersion: number | null
  /** Digest by file name; only files confirmed to the user as saved. */
  files: Map<string, string>
  /** Whether everything confirmed about it has been seen on the server. */
  isArrived: boolean
}

/** Something that was confirmed as saved and cannot be found. */
export interface Loss {
  name: string
  what: string
  at: string
}

export interface Verdict {
  entries: number
  /** Entries among them that were saved under the id of another entry. */
  twins: number
  edits: number
  files: number
  /** Not confirmed, because the kill came between commit and confirmation; still on the server, complete and once. */
  unconfirmed: number
  lost: Loss[]
  /** Lost, with another entry under the confirmed id. */
  overwritten: Loss[]
  doubled: string[]
  audits: number
  /** Entries checked in all audits together. */
  looks: number
}

export type Ledger = ReturnType<typeof openLedger>

const versionOf = (poNumber: string | null) => Number(/\.(\d+)$/.exec(poNumber ?? '')?.[1] ?? Number.NaN)
const nameOf = (poNumber: string | null) => (poNumber ?? '').split('.')[0] ?? ''

/**
 * Compares all confirmations to users with device and server. An audit reads the device first and the server second.
 * Entries only move towards the server, so an entry found in neither is lost.
 */
export function openLedger(databaseUrl: string) {
  const db = openDatabase(databaseUrl, { max: 2 })
  const known = new Map<string, Known>()
  const losses = new Map<string, Loss>()
  const overwritten = new Map<string, Loss>()
  const refused: { name: string; why: string }[] = []
  const count = { entries: 0, twins: 0, edits: 0, files: 0, audits: 0, looks: 0 }

  /** Runs a query, and repeats it if the database was just killed. */
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

  function recordSaved(act: Act, entityId: string, digests: string[]): void {
    const entry = known.get(act.name)
    if (!entry) throw new Error(`The soak never requested ${act.name}`)
    entry.id = entityId
    entry.savedVersion = Math.max(entry.savedVersion ?? 0, versionOf(act.poNumber))
    entry.isArrived = false
    act.files.forEach((file, at) => {
      entry.files.set(file.name, digests[at] ?? '')
    })
    if (act.kind === 'edit') count.edits++
    else count.entries++
    if (act.kind === 'twin') count.twins++
    count.files += act.files.length
  }

  /** @param mine names of the entries of one device @param onDevice must be read before the call */
  async function audit(mine: readonly string[], onDevice: OnDevice, at: string): Promise<void> {
    const open = mine
      .flatMap((name) => known.get(name) ?? [])
      .filter((entry) => entry.savedVersion !== null && !entry.isArrived)
    count.audits++
    count.looks += open.length
    if (open.length === 0) return
    const waiting = new Set(onDevice.poNumbers.map(nameOf))
    const files = new Set(onDevice.files)
    const [ids, names] = [open.map(({ id }) => id), open.map(({ name }) => name)]
    const rows = await read<{ id: string; po_number: string }>(sql`
      select id, po_number from manual_maintenance_histories
      where id = any(${ids}::uuid[]) or split_part(po_number, '.', 1) = any(${names}::text[])`)
    const fileNames = open.flatMap((entry) => [...entry.files.keys()])
    const stored = await read<{ file_name: string; sha256: string }>(
      sql`select file_name, sha256 from documents where state = 'stored' and file_name = any(${fileNames}::text[])`,
    )
    const versions = new Map(rows.map((row) => [nameOf(row.po_number), versionOf(row.po_number)]))
    const holders = new Map(rows.map((row) => [row.id, nameOf(row.po_number)]))
    const digests = new Map(stored.map((row) => [row.file_name, row.sha256]))
    for (const entry of open) {
      const isThere = (versions.get(entry.name) ?? -1) >= (entry.savedVersion ?? 0)
      if (!isThere && !waiting.has(entry.name)) {
        const holder = holders.get(entry.id)
        const isOverwritten = holder !== undefined && holder !== entry.name
        lose(isOverwritten ? overwritten : losses, entry.name, `version ${entry.savedVersion}`, at)
      }
      let isWhole = isThere
      for (const [name, sha256] of entry.files) {
        const isStored = digests.get(name) === sha256
        if (!isStored) isWhole = false
        if (!isStored && !files.has(name)) lose(losses, entry.name, `file ${name}`, at)
      }
      entry.isArrived = isWhole
    }
  }

  function lose(where: Map<string, Loss>, name: string, what: string, at: string): void {
    if (!where.has(`${name} ${what}`)) where.set(`${name} ${what}`, { name, what, at })
  }

  /** Checks the result after sending: each entry is complete and exactly once on the server, or still on a device. */
  async function verdict(onDevices: OnDevice): Promise<Verdict> {
    for (const entry of known.values()) entry.isArrived = false
    await audit([...known.keys()], onDevices, 'the end')
    const rows = await read<{
      name: string
      rev: number
      services: number
      readings: number
      rows: number
    }>(sql`
      select split_part(h.po_number, '.', 1) as name, max(h.rev) as rev, count(*) as rows,
        sum((select count(*) from history_services s where s.history_id = h.id)) as services,
        sum((select count(*) from odometer_readings r where r.source = 'history' and r.source_id = h.id::text)) as readings
      from manual_maintenance_histories h group by 1`)
    const doubled = rows.flatMap((row) => {
      const entry = known.get(row.name)
      if (!entry) return [`${row.name} was never requested`]
      const wrong = [row.rows, row.services, row.readings].some((n) => Number(n) !== 1)
      return wrong || Number(row.rev) > 1 + entry.requestedVersion
        ? [`${row.name} ${JSON.stringify(row)}`]
        : []
    })
    const unconfirmed = rows.filter((row) => known.get(row.name)?.savedVersion === null).length
    return {
      ...count,
      unconfirmed,
      lost: [...losses.values()],
      overwritten: [...overwritten.values()],
      doubled,
    }
  }

  return {
    /** Registers a new entry before the page receives it. */
    addEntry(id: string): { name: string; poNumber: string } {
      const name = `SOAK-${known.size}`
      known.set(name, {
        name,
        id,
        requestedVersion: 0,
        savedVersion: null,
        files: new Map(),
        isArrived: false,
      })
      return { name, poNumber: `${name}.0` }
    },
    /** Registers a new version of an entry before the page receives it. */
    addEdit(name: string): { name: string; id: string; poNumber: string } {
      const entry = known.get(name)
      if (!entry) throw new Error(`The soak never requested ${name}`)
      return { name, id: entry.id, poNumber: `${name}.${++entry.requestedVersion}` }
    },
    isSaved: (name: string) => known.get(name)?.savedVersion !== null,
    idOf: (name: string) => known.get(name)?.id,
    /** Returns the id of the latest arrived entry, from any device. */
    latestId: () => [...known.values()].findLast(({ isArrived }) => isArrived)?.id,
    recordSaved,
    refuse: (act: Act, why: string) => void refused.push({ name: act.name, why }),
    refused,
    entries: () => count.entries,
    lost: () => losses.size + overwritten.size,
    audit,
    verdict,
    close: () => db.close(),
  }
}
