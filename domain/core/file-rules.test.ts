import { describe, expect, it } from 'vitest'
import { isCompleteFile, sniffFileType } from './file-content.ts'
import { checkChosenFile, checkFileList } from './file-rules.ts'
import { DOCUMENT_MAX_BYTES, INVOICE_MAX_BYTES } from './limits.ts'

const latin1 = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))
const PDF = latin1('%PDF-1.4\n%%EOF\n')
const PNG = latin1('\u0089PNG\r\n\u001a\n....IEND\u00ae\u0042\u0060\u0082')
const JPEG = latin1('\u00ff\u00d8\u00ff\u00e0....\u00ff\u00d9')

describe('a chosen file', () => {
  it.each(['a.jpeg', 'a.jpg', 'A.JPG', 'a.png', 'a.pdf'])('may be called %s (GLV-006, MHX-017)', (name) => {
    expect(checkChosenFile({ name, size: 10, head: PDF }, INVOICE_MAX_BYTES)).toBeNull()
  })

  it.each([
    ['a.gif', PDF],
    ['a.doc', PDF],
    ['a.pdf.exe', PDF],
    ['a.jpg', latin1('GIF89a')],
    ['a.pdf', latin1('<html>')],
  ])('is refused as %s when name or content is of another type', (name, head) => {
    expect(checkChosenFile({ name, size: 10, head }, INVOICE_MAX_BYTES)).toBe('file_type')
  })

  it.each([
    [INVOICE_MAX_BYTES, 4_999_999],
    [DOCUMENT_MAX_BYTES, 9_999_999],
  ])('stays under its limit to the byte (MHX-018, GLV-008)', (limit, most) => {
    const check = (size: number) => checkChosenFile({ name: 'a.pdf', size, head: PDF }, limit)
    expect([check(most), check(most + 1), check(0)]).toEqual([null, 'file_size', 'file_size'])
  })
})

describe('the files of an entry', () => {
  it('are limited in number, with distinct names regardless of case (MHX-019, MHX-021)', () => {
    expect(checkFileList(['1.pdf', '2.pdf'], 2)).toBeNull()
    expect(checkFileList(['1.pdf', '2.pdf', '3.pdf'], 2)).toBe('max_files')
    expect(checkFileList(['e\u0301.pdf', '\u00c9.PDF'], 2)).toBe('duplicate_file')
    expect(checkFileList(['page.html'], 2)).toBe('file_type')
  })
})

describe('the content of a file', () => {
  it('is detected by its first bytes', () => {
    expect([PDF, PNG, JPEG, latin1('GIF89a'), latin1('')].map(sniffFileType)).toEqual([
      'application/pdf',
      'image/png',
      'image/jpeg',
      null,
      null,
    ])
  })

  it('is complete with its end, and without foreign content after it', () => {
    const behind = (file: Uint8Array, text: string) => Uint8Array.of(...file, ...latin1(text))
    expect(isCompleteFile('application/pdf', PDF)).toBe(true)
    expect(isCompleteFile('application/pdf', behind(PDF, '\r\n\r\n'))).toBe(true)
    expect(isCompleteFile('application/pdf', behind(PDF, '<script>'))).toBe(false)
    expect(isCompleteFile('application/pdf', PDF.subarray(0, 8))).toBe(false)
    expect(isCompleteFile('image/png', PNG)).toBe(true)
    expect(isCompleteFile('image/png', behind(PNG, 'x'))).toBe(false)
    expect(isCompleteFile('image/jpeg', JPEG)).toBe(true)
    // Some cameras append a note after the image.
    expect(isCompleteFile('image/jpeg', behind(JPEG, 'SEFT maker note'))).toBe(true)
    expect(isCompleteFile('image/jpeg', behind(JPEG, 'PK\u0003\u0004'))).toBe(false)
    expect(isCompleteFile('image/jpeg', PNG)).toBe(false)
  })
})
