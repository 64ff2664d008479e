import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { namesInZip, zipOf } from './export-zip.ts'

test('an export contains text, rows and every byte of every file, under file names valid on any system', async () => {
  // docs/offline.md row 32
  const bytes = crypto.getRandomValues(new Uint8Array(60_000))
  const file = { id: 'a', name: 'a/b.pdf', type: 'application/pdf', bytes: bytes.buffer, isSound: true }
  const zip = await zipOf(
    { rows: [{ id: 'x', état: 'é' }], files: [file, { ...file, bytes: new ArrayBuffer(0) }] },
    'Été',
  )
  const read = unzipSync(new Uint8Array(await zip.arrayBuffer()))
  expect(Object.keys(read)).toEqual(['entries.txt', 'entries.json', 'files/a_b.pdf', 'files/a_b (2).pdf'])
  expect(Buffer.from(read['files/a_b.pdf'] ?? []).equals(Buffer.from(bytes))).toBe(true)
  expect(new TextDecoder().decode(read['entries.txt'])).toBe('Été')
  expect(JSON.parse(new TextDecoder().decode(read['entries.json']))).toEqual([{ id: 'x', état: 'é' }])
})

test('no two files of an export share a name', () => {
  expect(namesInZip([{ name: 'a.pdf' }, { name: 'A.pdf' }, { name: 'b' }, { name: 'b' }])).toEqual([
    'a.pdf',
    'A (2).pdf',
    'b',
    'b (2)',
  ])
})
