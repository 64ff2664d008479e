import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startFakeS3 } from '#tests/support/fake-s3.ts'
import { s3FileStore } from './live.ts'
import { localFileStore } from './local.ts'
import type { FileStore, StoredObject } from './port.ts'

async function allOf(objects: AsyncIterable<StoredObject>): Promise<StoredObject[]> {
  const all: StoredObject[] = []
  for await (const object of objects) all.push(object)
  return all
}

let folder: string
let s3: Awaited<ReturnType<typeof startFakeS3>>
const stores: Record<string, () => FileStore> = {
  'a folder': () => localFileStore(folder),
  S3: () =>
    s3FileStore({
      bucket: 'documents',
      region: 'us-east-1',
      endpoint: s3.endpoint,
      credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    }),
}
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wheelbook-files-'))
  s3 = await startFakeS3('documents')
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await s3.stop()
})

describe.each(Object.keys(stores))('files in %s', (name) => {
  const store = () => stores[name]!()
  const bytes = (text: string) => new TextEncoder().encode(text)
  const keys = async () => (await allOf(store().list())).map((object) => object.key).sort()

  it('are returned byte for byte, and the last write wins', async () => {
    const big = crypto.getRandomValues(new Uint8Array(60_000))
    await store().put('7/a-1', big, 'image/png')
    await store().put('7/b-2', bytes('first'), 'application/pdf')
    await store().put('7/b-2', bytes('second'), 'application/pdf')
    expect(await store().get('7/a-1')).toEqual(expect.objectContaining({ length: 60_000 }))
    expect(Buffer.from((await store().get('7/a-1')) ?? [])).toEqual(Buffer.from(big))
    expect(Buffer.from((await store().get('7/b-2')) ?? []).toString()).toBe('second')
  })

  it('are null when missing, and removing missing files is harmless', async () => {
    expect(await store().get('7/none')).toBeNull()
    await store().remove('7/none')
  })

  it('are listed with their storage time until they are removed', async () => {
    for (const key of ['8/c', '8/d', '9/e']) await store().put(key, bytes(key), 'application/pdf')
    expect(await keys()).toEqual(['7/a-1', '7/b-2', '8/c', '8/d', '9/e'])
    const [first] = await allOf(store().list())
    expect(Math.abs(Date.now() - (first?.storedAt.getTime() ?? 0))).toBeLessThan(60_000)
    await store().remove('8/c')
    expect(await keys()).toEqual(['7/a-1', '7/b-2', '8/d', '9/e'])
  })

  it.each(['../etc/passwd', '/etc/passwd', '7/../8', '7//a', 'C:\\x', '', '7/a\u0000b', '%2e%2e/x'])(
    'are not kept under %j: no key leaves the store',
    async (key) => {
      await expect(async () => store().put(key, bytes('x'), 'application/pdf')).rejects.toThrow('storage key')
      await expect(async () => store().get(key)).rejects.toThrow('storage key')
      await expect(async () => store().remove(key)).rejects.toThrow('storage key')
    },
  )
})

describe('files in a folder', () => {
  it('that were being written when the server was killed are not listed, and are cleaned up (R-7)', async () => {
    await mkdir(join(folder, '9'), { recursive: true })
    const leftover = join(folder, '9', 'f.1234.partial')
    await writeFile(leftover, 'half')
    await utimes(leftover, new Date(0), new Date(0))
    await writeFile(join(folder, '9', 'g.5678.partial'), 'being written just now')
    const listed = await allOf(localFileStore(folder).list())
    expect(listed.map((object) => object.key)).not.toContain('9/f.1234.partial')
    expect((await readdir(join(folder, '9'))).filter((file) => file.includes('partial'))).toEqual([
      'g.5678.partial',
    ])
  })

  it('are an empty list when nothing was ever stored', async () => {
    expect(await allOf(localFileStore(join(folder, 'not-there')).list())).toEqual([])
  })
})
