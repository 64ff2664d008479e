import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#server/db/sql.ts'
import { removeDiscardedFiles, removeOrphanFiles } from '#server/jobs/file-janitor.ts'
import { claimFileStore } from '#server/jobs/file-store-owner.ts'
import type { Client } from '#tests/support/client.ts'
import { aGloveboxItem } from '#tests/support/entries.ts'
import { aPdf, fileHeaders, manifestOf } from '#tests/support/files.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let owner: Client
let vehicle: { id: number; fleetId: number }
let folder: string

beforeAll(async () => {
  server = await startTestServer()
  const fleet = await server.build.fleet()
  vehicle = await server.build.vehicle(fleet)
  owner = await server.as(await server.build.user(fleet))
  folder = join(server.dataFolder, 'files', String(fleet.id))
})
afterAll(() => server.stop())

/** File name of a document's bytes: its id and a suffix of its upload. */
const nameOf = async (documentId: string) =>
  (await readdir(folder)).find((name) => name.startsWith(documentId)) ?? 'not stored'

const stores = () => ({ db: server.db, files: server.services.files })
async function aStoredDocument(text: string) {
  const bytes = aPdf(text)
  const line = manifestOf(bytes, { file_name: `${text}.pdf` })
  const body = aGloveboxItem({ vehicle_id: vehicle.id, glovebox_documents_attributes: [line] })
  await owner.post('/glovebox_items', body)
  await owner.put(`/glovebox_documents/${line.id}`, bytes, fileHeaders(bytes))
  return { id: body.glovebox_item.id, body, line, bytes }
}

describe('unused file bytes', () => {
  it('are removed after their document was replaced or its item deleted, and no others (GLV-004)', async () => {
    const [remaining, replaced, deleted] = [
      await aStoredDocument('kept'),
      await aStoredDocument('old'),
      await aStoredDocument('deleted'),
    ]
    const fresh = manifestOf(aPdf('fresh'))
    const lines = [fresh, { id: replaced.line.id, _destroy: true }]
    await owner.put(`/glovebox_items/${replaced.id}`, {
      glovebox_item: { ...replaced.body.glovebox_item, glovebox_documents_attributes: lines },
    })
    await owner.delete(`/glovebox_items/${deleted.id}`)
    expect(await readdir(folder)).toHaveLength(3)
    expect(await removeDiscardedFiles(stores())).toBe(2)
    expect(await readdir(folder)).toEqual([await nameOf(remaining.line.id)])
    expect(await removeDiscardedFiles(stores())).toBe(0)
    expect((await owner.get(`/glovebox_documents/${remaining.line.id}`)).status).toBe(200)
    expect((await owner.get(`/glovebox_documents/${replaced.line.id}`)).status).toBe(410)
  })

  it('are removed a day after a kill left them without a row; the file can still be sent (R-7)', async () => {
    const bytes = aPdf('interrupted')
    const line = manifestOf(bytes)
    await owner.post(
      '/glovebox_items',
      aGloveboxItem({ vehicle_id: vehicle.id, glovebox_documents_attributes: [line] }),
    )
    const stored = await aStoredDocument('stored')
    await mkdir(folder, { recursive: true })
    const orphan = join(folder, line.id)
    await writeFile(orphan, 'half of something')
    await writeFile(join(folder, 'README'), 'not ours')
    expect(await removeOrphanFiles(stores(), new Date())).toBe(0)
    const longAgo = new Date(Date.now() - 25 * 3_600_000)
    for (const file of [orphan, join(folder, await nameOf(stored.line.id))])
      await utimes(file, longAgo, longAgo)
    expect(await removeOrphanFiles(stores(), new Date())).toBe(1)
    expect(await readdir(folder)).toContain(await nameOf(stored.line.id))
    expect((await owner.put(`/glovebox_documents/${line.id}`, bytes, fileHeaders(bytes))).status).toBe(200)
    expect(Buffer.from((await owner.get(`/glovebox_documents/${line.id}`)).body)).toEqual(bytes)
  })

  it('are removed by the orphan cleanup if the store did not respond in time', async () => {
    const deleted = await aStoredDocument('silent')
    const name = await nameOf(deleted.line.id)
    await owner.delete(`/glovebox_items/${deleted.id}`)
    const { db, files } = stores()
    const silent = { ...files, remove: () => Promise.reject(new Error('no response')) }
    await expect(removeDiscardedFiles({ db, files: silent })).rejects.toThrow('no response')
    expect(await readdir(folder)).toContain(name)
    // Its row already has no stored file: a row never refers to a missing file.
    expect((await owner.get(`/glovebox_documents/${deleted.line.id}`)).status).toBe(410)
    const longAgo = new Date(Date.now() - 25 * 3_600_000)
    await utimes(join(folder, name), longAgo, longAgo)
    expect(await removeOrphanFiles(stores(), new Date())).toBe(1)
    expect(await readdir(folder)).not.toContain(name)
  })

  it('are removed only if the store names this installation, which the first run writes (R-7)', async () => {
    const { db, files } = stores()
    expect(await claimFileStore(files, db)).toBe(false)
    expect(await claimFileStore(files, db)).toBe(true)
    const [{ installation } = { installation: '' }] = await db.query<{ installation: string }>(
      sql`select installation from server_meta`,
    )
    await files.put('installation', Buffer.from('another'), 'text/plain')
    await expect(claimFileStore(files, db)).rejects.toThrow('belongs to installation another')
    await files.put('installation', Buffer.from(installation), 'text/plain')
    expect(await claimFileStore(files, db)).toBe(true)
  })
})
