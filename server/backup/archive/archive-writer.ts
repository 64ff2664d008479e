import { createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import { syncFolder } from '#server/integrations/files/disk.ts'
import type { ArchiveRecord } from './records.ts'
import { type BackupKey, seal } from './sealed.ts'

/** Rows of a table, between its records. */
export type ArchivePart = ArchiveRecord | Uint8Array

export const RECORD = 0x4a
export const ROWS = 0x44

/**
 * Writes an archive: records and rows, compressed and sealed. It has another name until it is complete and on the disk,
 * so that a kill leaves no archive that looks complete.
 */
export async function writeArchive(
  path: string,
  key: BackupKey,
  parts: AsyncIterable<ArchivePart>,
): Promise<void> {
  const partial = `${path}.partial`
  try {
    await pipeline(
      Readable.from(framed(parts), { objectMode: true }),
      // Level 3 compresses faster than PostgreSQL copies. A checksum is already in each frame.
      createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 3 } }),
      (source: AsyncIterable<Uint8Array>) => seal(source, key),
      createWriteStream(partial, { mode: 0o600 }),
    )
    await syncFile(partial)
    await rename(partial, path)
    await syncFolder(dirname(path))
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
}

async function* framed(parts: AsyncIterable<ArchivePart>): AsyncGenerator<Buffer> {
  for await (const part of parts) {
    const bytes = part instanceof Uint8Array ? part : Buffer.from(JSON.stringify(part))
    const head = Buffer.alloc(5)
    head[0] = part instanceof Uint8Array ? ROWS : RECORD
    head.writeUInt32BE(bytes.byteLength, 1)
    yield head
    yield Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }
}

export async function syncFile(path: string): Promise<void> {
  const handle = await open(path, 'r+')
  await handle.sync().finally(() => handle.close())
}
