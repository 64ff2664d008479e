import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import * as z from 'zod/mini'
import { BackupError } from '../errors.ts'
import { type ArchivePart, RECORD, ROWS } from './archive-writer.ts'
import { ByteReader } from './byte-reader.ts'
import { type ArchiveStart, FORMAT, RecordSchema } from './records.ts'
import { type BackupKey, unseal } from './sealed.ts'

/** Reads the parts of an archive. Throws BackupError for a damaged, truncated or foreign file, and for another key. */
export async function* readArchive(path: string, key: BackupKey): AsyncGenerator<ArchivePart> {
  const plain = createZstdDecompress()
  // An error destroys `plain`, so that reading throws it. `compose` would abort a reading that ends before the file closes.
  const unsealed = pipeline(
    createReadStream(path),
    (source: AsyncIterable<Uint8Array>) => unseal(source, key),
    plain,
  )
  // Not awaited if the reading ends early.
  unsealed.catch(() => {})
  const reader = new ByteReader(plain)
  let last: ArchivePart | undefined
  try {
    for (let head = await reader.read(5); head; head = await reader.read(5)) {
      const bytes = await reader.read(head.readUInt32BE(1))
      if (!bytes) break
      last = partOf(head[0], bytes)
      yield last
    }
    // All rows may have been read before the end of the file turns out to be missing.
    await unsealed
  } finally {
    await reader.close()
  }
  if (last === undefined || last instanceof Uint8Array || last.type !== 'end')
    throw new BackupError('The backup is truncated: its end is missing.')
}

function partOf(kind: number | undefined, bytes: Buffer): ArchivePart {
  if (kind === ROWS) return bytes
  if (kind !== RECORD) throw new BackupError('The backup is damaged: it has a part of an unknown kind.')
  const record = z.safeParse(RecordSchema, JSON.parse(bytes.toString()))
  if (!record.success)
    throw new BackupError('A newer version of Wheelbook made this backup. Restore it with that version.')
  return record.data
}

/** Reads the first record and checks the format. */
export async function readStart(parts: AsyncIterator<ArchivePart>): Promise<ArchiveStart> {
  const { value: start } = await parts.next()
  if (start === undefined || start instanceof Uint8Array || start.type !== 'start')
    throw new BackupError('The backup is damaged: it does not begin with its description.')
  if (start.format > FORMAT)
    throw new BackupError('A newer version of Wheelbook made this backup. Restore it with that version.')
  return start
}
