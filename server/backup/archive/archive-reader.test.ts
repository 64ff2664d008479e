import { randomBytes } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { readdir, readFile, readlink, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { BackupError } from '../errors.ts'
import { readArchive } from './archive-reader.ts'
import { type ArchivePart, writeArchive } from './archive-writer.ts'
import { backupKey } from './sealed.ts'

const folder = mkdtempSync(join(tmpdir(), 'wheelbook-archive-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const KEY = backupKey(null)
const END: ArchivePart = { type: 'end', tables: 1, rows: 1, files: 0, missing: [] }

/** Parts whose text compresses as well as rows do: to an eighth of its size. */
async function* parts(count: number, bytes: number): AsyncGenerator<ArchivePart> {
  for (let number = 0; number < count; number++) {
    const part = Buffer.alloc(bytes, 'a text that repeats ')
    for (let at = 0; at + 16 <= bytes; at += 128) randomBytes(16).copy(part, at)
    yield part
  }
  yield END
}
const manyParts = () => parts(30, 66_000)

async function written(name: string, parts: AsyncIterable<ArchivePart>) {
  const path = join(folder, name)
  await writeArchive(path, KEY, parts)
  return path
}

async function openFiles(): Promise<string[]> {
  const numbers = await readdir('/proc/self/fd')
  return Promise.all(numbers.map((number) => readlink(`/proc/self/fd/${number}`).catch(() => '')))
}

async function readAll(path: string, key = KEY): Promise<{ count: number; last: ArchivePart | undefined }> {
  let count = 0
  let last: ArchivePart | undefined
  for await (const part of readArchive(path, key)) {
    count++
    last = part
  }
  return { count, last }
}

it('reads archives of all sizes to their end', async () => {
  // The size decides how the end of the file coincides with the end of the reading.
  for (const [count, bytes] of [
    [1, 100],
    [5_000, 100],
    [10, 66_000],
    [30, 66_000],
    [8, 200_000],
    [120, 66_000],
  ] as const) {
    const path = await written(`${count}-${bytes}.backup`, parts(count, bytes))
    for (let round = 0; round < 3; round++)
      expect(await readAll(path)).toEqual({ count: count + 1, last: END })
  }
})

it('reports the truncation, the damage or the other key of a large archive', async () => {
  const path = await written('broken.backup', manyParts())
  const bytes = await readFile(path)
  await expect(readAll(path, backupKey('another'))).rejects.toThrow('not encrypted')

  const damaged = join(folder, 'damaged.backup')
  const middle = Math.floor(bytes.length / 2)
  await writeFile(damaged, bytes.with(middle, (bytes[middle] ?? 0) ^ 1))
  await expect(readAll(damaged)).rejects.toThrow(
    new BackupError('The backup is damaged: a part of it does not match its checksum.'),
  )

  for (const length of [bytes.length - 1, middle, 20, 0]) {
    await truncate(path, length)
    await expect(readAll(path)).rejects.toThrow(BackupError)
  }
})

it.skipIf(process.platform !== 'linux')(
  'closes the file of an archive that is not read to its end',
  async () => {
    const path = await written('partly.backup', manyParts())
    for await (const part of readArchive(path, KEY)) {
      expect(part).toBeInstanceOf(Uint8Array)
      break
    }
    await expect.poll(() => openFiles()).not.toContain(path)
  },
)

it('reports a file that does not exist', async () => {
  await expect(readAll(join(folder, 'none.backup'))).rejects.toThrow('ENOENT')
})
