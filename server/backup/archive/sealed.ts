import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, scryptSync } from 'node:crypto'
import { open } from 'node:fs/promises'
import { BackupError } from '../errors.ts'
import { ByteReader } from './byte-reader.ts'

const MAGIC = Buffer.from('WBSEAL01')
const SALT_BYTES = 16
const KEY_ID_BYTES = 8
const TAG_BYTES = 16
/** Plain bytes in one frame. */
const FRAME_BYTES = 1 << 18
/** Marks the length of the last frame, so that a truncated file is detected. */
const LAST = 0x8000_0000

/** A key with the name that sealed files carry, so that a wrong key is not mistaken for damage. */
export interface BackupKey {
  secret: Buffer
  id: string
}

/**
 * Derives the key of backups from BACKUP_KEY. Without one, files are sealed with a key that everyone knows: that
 * detects damage and hides nothing.
 */
export function backupKey(text: string | null): BackupKey {
  const secret = text === null ? Buffer.alloc(32) : scryptSync(text, 'wheelbook backup', 32)
  return { secret, id: derive(secret, Buffer.alloc(0), 'id', KEY_ID_BYTES).toString('hex') }
}

const derive = (secret: Buffer, salt: Buffer, purpose: string, bytes: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, `wheelbook backup ${purpose}`, bytes))

/**
 * Encrypts a stream with AES-256-GCM in frames. Each file has its own key, derived from a random salt; the nonce of a
 * frame is its number. So frames cannot be altered, swapped, dropped, or taken from another file.
 */
export async function* seal(source: AsyncIterable<Uint8Array>, key: BackupKey): AsyncGenerator<Buffer> {
  const salt = randomBytes(SALT_BYTES)
  yield Buffer.concat([MAGIC, Buffer.from(key.id, 'hex'), salt])
  const fileKey = derive(key.secret, salt, 'file', 32)
  let number = 0
  let pending: Buffer[] = []
  let size = 0
  const frame = (plain: Buffer, isLast: boolean) => {
    const head = headOf(plain.length, isLast)
    const cipher = createCipheriv('aes-256-gcm', fileKey, nonceOf(number++)).setAAD(head)
    return Buffer.concat([head, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
  }
  for await (const chunk of source) {
    pending.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength))
    size += chunk.byteLength
    if (size < FRAME_BYTES) continue
    yield frame(Buffer.concat(pending), false)
    pending = []
    size = 0
  }
  yield frame(Buffer.concat(pending), true)
}

/** Decrypts what `seal` wrote. Throws BackupError for another key, damage or truncation, before it yields such bytes. */
export async function* unseal(source: AsyncIterable<Uint8Array>, key: BackupKey): AsyncGenerator<Buffer> {
  const reader = new ByteReader(source)
  const start = await reader.read(MAGIC.length + KEY_ID_BYTES + SALT_BYTES)
  if (!start?.subarray(0, MAGIC.length).equals(MAGIC))
    throw new BackupError('This is not a backup of Wheelbook, or its beginning is damaged.')
  checkKey(start.subarray(MAGIC.length, MAGIC.length + KEY_ID_BYTES).toString('hex'), key)
  const fileKey = derive(key.secret, start.subarray(MAGIC.length + KEY_ID_BYTES), 'file', 32)
  for (let number = 0; ; number++) {
    const head = await reader.read(4)
    const word = head?.readUInt32BE() ?? 0
    const isLast = word >= LAST
    const sealed = head && (await reader.read((isLast ? word - LAST : word) + TAG_BYTES))
    if (!sealed) throw new BackupError('The backup is truncated: its end is missing.')
    yield openFrame(sealed, { head, fileKey, number })
    if (!isLast) continue
    if (await reader.read(1)) throw new BackupError('The backup is damaged: bytes follow its end.')
    return
  }
}

/** Returns the ID of the key that sealed a file. Null: its beginning is damaged. */
export async function keyIdOf(path: string): Promise<string | null> {
  const file = await open(path)
  try {
    const start = Buffer.alloc(MAGIC.length + KEY_ID_BYTES)
    await file.read(start, 0, start.length, 0)
    return start.subarray(0, MAGIC.length).equals(MAGIC) ? start.subarray(MAGIC.length).toString('hex') : null
  } finally {
    await file.close()
  }
}

function checkKey(id: string, key: BackupKey): void {
  if (id === key.id) return
  throw new BackupError(
    id === backupKey(null).id
      ? 'This backup is not encrypted. Unset BACKUP_KEY to read it.'
      : 'This backup was encrypted with another key. Set BACKUP_KEY to the key that it was made with.',
  )
}

function openFrame(sealed: Buffer, frame: { head: Buffer; fileKey: Buffer; number: number }): Buffer {
  const end = sealed.length - TAG_BYTES
  const decipher = createDecipheriv('aes-256-gcm', frame.fileKey, nonceOf(frame.number))
  decipher.setAAD(frame.head).setAuthTag(sealed.subarray(end))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(0, end)), decipher.final()])
  } catch {
    throw new BackupError('The backup is damaged: a part of it does not match its checksum.')
  }
}

function headOf(length: number, isLast: boolean): Buffer {
  const head = Buffer.alloc(4)
  head.writeUInt32BE(isLast ? length + LAST : length)
  return head
}

function nonceOf(number: number): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt32BE(number, 8)
  return nonce
}
