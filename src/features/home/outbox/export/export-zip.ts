import { downloadFile } from '#src/lib/download.ts'
import type { EntryExport } from '#src/offline/model/api/outbox-api.ts'

/**
 * Packs unsent entries into one file: `entries.txt` to read, `entries.json` with the stored rows, and the files byte
 * for byte.
 * @param text readable description of the rows
 */
export async function zipOf({ rows, files }: EntryExport, text: string): Promise<Blob> {
  const { strToU8, Zip, ZipDeflate, ZipPassThrough } = await import('fflate')
  const parts: Blob[] = []
  let failure: unknown
  const zip = new Zip((error, chunk) => {
    failure ??= error
    parts.push(new Blob([chunk as Uint8Array<ArrayBuffer>]))
  })
  const add = (entry: InstanceType<typeof ZipPassThrough | typeof ZipDeflate>, bytes: Uint8Array) => {
    zip.add(entry)
    entry.push(bytes, true)
  }
  add(new ZipDeflate('entries.txt'), strToU8(text))
  add(new ZipDeflate('entries.json'), strToU8(`${JSON.stringify(rows, null, 2)}\n`))
  const names = namesInZip(files)
  // JPEG, PNG and PDF are compressed already.
  for (const [i, file] of files.entries())
    add(new ZipPassThrough(`files/${names[i]}`), new Uint8Array(file.bytes))
  zip.end()
  if (failure) throw failure
  return new Blob(parts, { type: 'application/zip' })
}

/** Starts the browser's download of a zip, named by the day. */
export function downloadZip(zip: Blob, day: string): void {
  downloadFile(zip, `entries-${day}.zip`)
}

/** Unique names without folders: some systems unpack 'a.pdf' and 'A.pdf' into one. */
export function namesInZip(files: readonly { name: string }[]): string[] {
  const used = new Map<string, number>()
  return files.map(({ name }) => {
    const plain = [...name].map((sign) => (/[\\/:*?"<>|]/.test(sign) || sign < ' ' ? '_' : sign)).join('')
    const count = (used.get(plain.toLowerCase()) ?? 0) + 1
    used.set(plain.toLowerCase(), count)
    return count === 1 ? plain : plain.replace(/(\.[^.]*)?$/, ` (${count})$1`)
  })
}
