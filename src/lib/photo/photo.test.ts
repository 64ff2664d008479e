import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { FileName } from '#contract/core/documents.ts'
import { fitWithin, sentSize } from './encode-photo.ts'
import { kindOfFile, nameFor } from './file-kind.ts'
import { pngSize, withoutPngMetadata } from './png.ts'
import { prepareFile } from './prepare-file.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text).buffer as ArrayBuffer
const bufferOf = (node: Buffer) => new Uint8Array(node).buffer as ArrayBuffer
const picture = () => sharp({ create: { width: 40, height: 20, channels: 3, background: '#a33' } })

describe('the type of a file', () => {
  test('GLV-006, MHX-017: is detected by its content, regardless of its name', async () => {
    expect(kindOfFile(bufferOf(await picture().jpeg().toBuffer()))).toBe('image/jpeg')
    expect(kindOfFile(bufferOf(await picture().png().toBuffer()))).toBe('image/png')
    expect(kindOfFile(bytesOf('%PDF-1.7\n'))).toBe('application/pdf')
    expect(kindOfFile(bufferOf(await picture().gif().toBuffer()))).toBeUndefined()
    expect(kindOfFile(bytesOf('PK\u0003\u0004 a .docx'))).toBeUndefined()
    expect(kindOfFile(bytesOf(''))).toBeUndefined()
  })

  test('includes the phone format that a browser may not open', () => {
    expect(kindOfFile(bytesOf('\u0000\u0000\u0000\u0018ftypheic\u0000\u0000'))).toBe('image/heic')
  })

  test('determines the extension of its name', () => {
    expect(nameFor('IMG_1.HEIC', 'image/jpeg')).toBe('IMG_1.jpg')
    expect(nameFor('Invoice.JPEG', 'image/jpeg')).toBe('Invoice.JPEG')
    expect(nameFor('a/b\\c.pdf', 'application/pdf')).toBe('a b c.pdf')
    expect(nameFor('x'.repeat(300), 'image/png')).toHaveLength(244)
  })

  test('makes a name that the contract accepts', () => {
    const names = [
      '\u200escan\u200b.pdf',
      '👩\u200d🔧 bill.pdf',
      'a\u2028b.pdf',
      'a\u0085b.pdf',
      'a\ud800b.pdf',
      '\u200e',
      `${'x'.repeat(239)}👩${'x'.repeat(30)}.pdf`,
    ].map((name) => nameFor(name, 'application/pdf'))
    for (const name of names) expect(FileName.safeParse(name)).toMatchObject({ data: name })
    expect(names.slice(0, 3)).toEqual(['scan.pdf', '👩🔧 bill.pdf', 'a b.pdf'])
  })
})

test('a photo keeps its shape when it is resized, and is never enlarged', () => {
  expect(fitWithin({ width: 4032, height: 3024 }, 2048)).toEqual({ width: 2048, height: 1536 })
  expect(fitWithin({ width: 300, height: 200 }, 2048)).toEqual({ width: 300, height: 200 })
  expect(fitWithin({ width: 9000, height: 1 }, 2048)).toEqual({ width: 2048, height: 1 })
})

test('a long screenshot stays legible, and within the limits of a canvas', () => {
  expect(sentSize({ width: 1080, height: 10_000 }, 2048)).toEqual({ width: 885, height: 8192 })
  expect(sentSize({ width: 1080, height: 4000 }, 2048)).toEqual({ width: 1080, height: 4000 })
  expect(sentSize({ width: 12_000, height: 4000 }, 2048)).toEqual({ width: 5017, height: 1672 })
  expect(sentSize({ width: 1080, height: 2400 }, 2048)).toEqual({ width: 922, height: 2048 })
  expect(sentSize({ width: 4032, height: 3024 }, 2048)).toEqual({ width: 2048, height: 1536 })
})

test('a PNG loses its metadata and keeps its picture', async () => {
  const described = bufferOf(
    await picture()
      .withExif({ IFD0: { ImageDescription: 'the yard' } })
      .png()
      .toBuffer(),
  )
  const plain = withoutPngMetadata(described)
  expect((await sharp(Buffer.from(described)).metadata()).exif).toBeDefined()
  expect((await sharp(Buffer.from(plain)).metadata()).exif).toBeUndefined()
  expect(await sharp(Buffer.from(plain)).raw().toBuffer()).toEqual(await picture().raw().toBuffer())
  expect(pngSize(plain)).toEqual({ width: 40, height: 20 })
})

describe('a file that is not a photo', () => {
  const pdf = (size: number) => new File([`%PDF-1.4${' '.repeat(size - 13)}%%EOF`], 'invoice.pdf')

  test('MHX-018: is accepted one byte below the limit and rejected at it', async () => {
    expect(await prepareFile(pdf(4_999_999), 4_999_999)).toMatchObject({ ok: true })
    expect(await prepareFile(pdf(5_000_000), 4_999_999)).toEqual({ ok: false, problem: 'file_size' })
  })

  test('stays unchanged and has the digest of its bytes', async () => {
    const outcome = await prepareFile(pdf(13), 100)
    expect(outcome).toMatchObject({
      file: {
        file_name: 'invoice.pdf',
        byte_size: 13,
        sha256: '164b8a4fc5b5d74c29dc73fd6e1dc624e8d4502a8cd180cff084e1bad5b1db83',
      },
    })
  })

  test('OFF-021: is rejected at once if it is incomplete, or has foreign content after its end', async () => {
    const unreadable = { ok: false, problem: 'file_unreadable' }
    expect(await prepareFile(new File(['%PDF-1.4 1 0 obj'], 'a.pdf'), 100)).toEqual(unreadable)
    expect(await prepareFile(new File(['%PDF-1.4 %%EOF <script>'], 'a.pdf'), 100)).toEqual(unreadable)
    const png = bufferOf(await picture().png().toBuffer())
    expect(await prepareFile(new File([png.slice(0, -12)], 'a.png'), 10_000)).toEqual(unreadable)
  })

  test('is rejected by its content if only its name is allowed', async () => {
    expect(await prepareFile(new File(['hello'], 'a.jpg'), 100)).toEqual({ ok: false, problem: 'file_type' })
    expect(await prepareFile(new File([], 'a.jpg'), 100)).toEqual({ ok: false, problem: 'file_empty' })
  })
})
