import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { localFileStore } from '#server/integrations/files/local.ts'
import { backupKey, seal } from './archive/sealed.ts'
import { archiveName } from './backup-folder.ts'
import { checkFiles, copyFiles, removeOldFiles, removePoolsOfOldKeys } from './file-pool.ts'

const KEY = backupKey('a key of at least thirty-two characters')
const NEXT_KEY = backupKey('the next key of thirty-two characters')
const FILE = '1/00000000-0000-4000-8000-000000000001'

let folder: string
let store: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wheelbook-pool-'))
  store = await mkdtemp(join(tmpdir(), 'wheelbook-store-'))
})
afterEach(async () => {
  for (const made of [folder, store]) await rm(made, { recursive: true })
})

async function anArchive(at: string, key = KEY): Promise<string> {
  const path = join(folder, archiveName(new Date(at)))
  await writeFile(path, await buffer(Readable.from(seal(Readable.from([]), key))))
  return path
}

async function aCopiedFile() {
  const files = localFileStore(store)
  await files.put(FILE, Buffer.from('text'), 'text/plain')
  return copyFiles(files, folder, KEY)
}
const pooled = async () => (await readdir(join(folder, `files-${KEY.id}/1`))).sort()

it('a removed file stays while an archive may name it, whatever the clock says', async () => {
  await aCopiedFile()
  const first = await anArchive('2026-01-01T00:00:00Z')
  await removeOldFiles([], { folder, key: KEY })
  const [file = '', mark = ''] = await pooled()
  // As after a jump of the clock.
  await utimes(join(folder, `files-${KEY.id}/1`, mark), 1, 1)
  await anArchive('2099-01-01T00:00:00Z')
  await removeOldFiles([], { folder, key: KEY })
  expect(await pooled()).toEqual([file, mark])
  await rm(first)
  await removeOldFiles([], { folder, key: KEY })
  expect(await pooled()).toEqual([])
})

it('the files of an old key go with its last archive', async () => {
  await aCopiedFile()
  const old = await anArchive('2026-01-01T00:00:00Z')
  await anArchive('2026-01-02T00:00:00Z', NEXT_KEY)
  await removePoolsOfOldKeys(folder, NEXT_KEY)
  expect(await pooled()).toHaveLength(1)
  await writeFile(old, 'damaged')
  await removePoolsOfOldKeys(folder, NEXT_KEY)
  expect(await pooled()).toHaveLength(1)
  await rm(old)
  await removePoolsOfOldKeys(folder, NEXT_KEY)
  expect((await readdir(folder)).filter((name) => name.startsWith('files-'))).toEqual([])
})

it('a damaged file is set aside by the check, which lists all of them, and stored again by the next backup', async () => {
  const files = await aCopiedFile()
  const path = join(folder, `files-${KEY.id}/1`, (await pooled())[0] ?? '')
  const bytes = await readFile(path)
  await writeFile(path, bytes.with(bytes.length - 1, (bytes.at(-1) ?? 0) ^ 1))
  const missing = { ...files[0]!, key: '1/00000000-0000-4000-8000-000000000002' }
  const from = { folder, key: KEY }
  await expect(checkFiles([...files, missing], from)).rejects.toThrow(
    /missing or damaged: 2[\s\S]*0001@[\s\S]*0002@/,
  )
  expect(await pooled()).toEqual([expect.stringMatching(/\.damaged$/)])
  await copyFiles(localFileStore(store), folder, KEY)
  await checkFiles(files, from)
  // The damaged copy goes with the archives of that time.
  const archive = await anArchive('2026-01-01T00:00:00Z')
  await removeOldFiles(files, from)
  await rm(archive)
  await anArchive('2026-01-02T00:00:00Z')
  await removeOldFiles(files, from)
  expect(await pooled()).toHaveLength(1)
})

it('a file that the store lists twice is copied once', async () => {
  const files = localFileStore(store)
  await files.put(FILE, Buffer.from('text'), 'text/plain')
  const twice = {
    ...files,
    async *list() {
      yield* files.list()
      yield* files.list()
    },
  }
  expect(await copyFiles(twice, folder, KEY)).toHaveLength(1)
  expect(await pooled()).toHaveLength(1)
})
