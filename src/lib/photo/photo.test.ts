import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { fitWithin } from './encode-photo.ts'
import { kindOfFile, nameFor } from './file-kind.ts'
import { pngSize, withoutPngMetadata } from './png.ts'
import { prepareFile } from './prepare-file.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text).buffer as ArrayBuffer
const bufferOf = (node: Buffer) => new Uint8Array(node).buffer as ArrayBuffer
const picture = () => sharp({ create: { width: 40, height: 20, channels: 3, background: '#a33' } })

describe('the type of a file', () => {
  test('GLV-006, MHX-017: is detected by its content, whatever its name', async () => {
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
})

test('a photo keeps its shape when it is resized, and is never enlarged', () => {
  expect(fitWithin({ width: 4032, height: 3024 }, 2048)).toEqual({ width: 2048, height: 1536 })
  expect(fitWithin({ width: 300, height: 200 }, 2048)).toEqual({ width: 300, height: 200 })
  expect(fitWithin({ width: 9000, height: 1 }, 2048)).toEqual({ width: 2048, height: 1 })
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
  const pdf = (size: number) => new File([`%PDF-1.4${' '.repeat(size - 8)}`], 'invoice.pdf')

  test('MHX-018: is accepted one byte below the limit and rejected at it', async () => {
    expect(await prepareFile(pdf(4_999_999), 4_999_999)).toMatchObject({ ok: true })
    expect(await prepareFile(pdf(5_000_000), 4_999_999)).toEqual({ ok: false, problem: 'file_size' })
  })

  test('stays unchanged and has the digest of its bytes', async () => {
    const outcome = await prepareFile(pdf(8), 100)
    expect(outcome).toMatchObject({
      file: {
        file_name: 'invoice.pdf',
        byte_size: 8,
        sha256: 'e16fa5d9b51928755db85b917f0297babaf22c7a47e97d9212adab56e61ba04e',
      },
    })
  })

  test('is rejected by its content if only its name is allowed', async () => {
    expect(await prepareFile(new File(['hello'], 'a.jpg'), 100)).toEqual({ ok: false, problem: 'file_type' })
    expect(await prepareFile(new File([], 'a.jpg'), 100)).toEqual({ ok: false, problem: 'file_empty' })
  })
})
