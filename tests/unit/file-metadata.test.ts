import sharp from 'sharp'
import { expect, test } from 'vitest'
import { FileName } from '#contract/core/documents.ts'
import * as z from '#contract/core/zod.ts'
import { fileContentError, isCompleteFile } from '#domain/core/file-content.ts'
import { withoutMetadata } from '#server/modules/core/documents/metadata.ts'
import { aPdf } from '#tests/support/files.ts'

const picture = () => sharp({ create: { width: 64, height: 48, channels: 3, background: '#c84' } })
const secret = { IFD0: { Artist: 'SECRETNAME' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } }
const pixelsOf = (bytes: Uint8Array) => sharp(bytes).autoOrient().raw().toBuffer()

test.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'a JPEG loses its Exif data and keeps its pixels, and is shown upright: orientation %i',
  async (orientation) => {
    const sent = await picture().withExif(secret).withMetadata({ orientation }).jpeg().toBuffer()
    const stored = withoutMetadata('image/jpeg', sent)
    const { exif, orientation: storedOrientation = 1 } = await sharp(stored).metadata()
    expect([storedOrientation, exif?.length ?? 0]).toEqual([orientation, orientation === 1 ? 0 : 32])
    expect((await pixelsOf(stored)).equals(await pixelsOf(sent))).toBe(true)
    expect(isCompleteFile('image/jpeg', stored)).toBe(true)
  },
)

test('a progressive JPEG loses the second picture that is appended to it', async () => {
  const first = await picture().jpeg({ progressive: true }).toBuffer()
  const second = await picture().withExif(secret).jpeg().toBuffer()
  expect(second.includes('SECRETNAME')).toBe(true)
  const stored = withoutMetadata('image/jpeg', Buffer.concat([first, second]))
  expect(Buffer.from(stored).equals(first)).toBe(true)
})

test('a PNG loses its Exif data and texts and keeps its pixels', async () => {
  const sent = await picture().withExif(secret).png().toBuffer()
  expect(sent.includes('SECRETNAME')).toBe(true)
  const stored = Buffer.from(withoutMetadata('image/png', sent))
  expect(stored.includes('SECRETNAME')).toBe(false)
  expect((await pixelsOf(stored)).equals(await pixelsOf(sent))).toBe(true)
})

test.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'a PNG loses its Exif data and is shown upright: orientation %i',
  async (orientation) => {
    const sent = await picture().withExif(secret).withMetadata({ orientation }).png().toBuffer()
    const stored = Buffer.from(withoutMetadata('image/png', sent))
    const { exif, orientation: storedOrientation = 1 } = await sharp(stored).metadata()
    expect([storedOrientation, stored.includes('SECRETNAME'), (exif?.length ?? 0) <= 32]).toEqual([
      orientation,
      false,
      true,
    ])
    expect((await pixelsOf(stored)).equals(await pixelsOf(sent))).toBe(true)
    expect(isCompleteFile('image/png', stored)).toBe(true)
  },
)

test('pictures without metadata, PDFs and broken pictures are stored as they were sent', async () => {
  const png = await picture().png().toBuffer()
  const jpeg = await picture().jpeg().toBuffer()
  expect(Buffer.from(withoutMetadata('image/jpeg', jpeg)).equals(jpeg)).toBe(true)
  expect(Buffer.from(withoutMetadata('image/png', png)).equals(png)).toBe(true)
  expect(withoutMetadata('application/pdf', aPdf())).toEqual(aPdf())
  for (let end = 0; end < jpeg.length; end += 7)
    expect(() => withoutMetadata('image/jpeg', jpeg.subarray(0, end))).not.toThrow()
})

const pdf = (inside: string, stream = '') =>
  Buffer.from(
    `%PDF-1.7\n1 0 obj<</Type/Catalog ${inside}>>endobj\n2 0 obj<</Length 9>>stream\n${stream}\nendstream endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n`,
    'latin1',
  )

test.each([
  ['a page', '<html><body>hello</body></html>'],
  ['a script', '<script>alert(1)</script>'],
  ['a frame', '<iframe src=x>'],
  ['a doctype', '<!DOCTYPE html>'],
  ['JavaScript', '/OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>'],
  ['JavaScript in hex', '/OpenAction<</S/J#61vaScript>>'],
  ['a program to launch', '/OpenAction<</S/Launch/F(cmd.exe)>>'],
  ['an embedded file', '/Names<</EmbeddedFiles 9 0 R>>'],
  ['a form to submit', '/AA<</O<</S/SubmitForm>>>>'],
])('a PDF that carries %s is refused', (_what, inside) => {
  expect(fileContentError('application/pdf', pdf(inside))).toBe('file_active')
})

const SCRIPT = '/OpenAction<</S/JavaScript/JS(x)>>'

test.each([
  ['comments', `\n% stream\n${SCRIPT}\n% endstream\n`],
  ['comments with the end of a dictionary', `\n% <<>> stream\n${SCRIPT}\n% endstream\n`],
  ['a comment with a backslash', `\n\\% <<>> stream\n${SCRIPT}\n% endstream\n`],
  ['names', `/stream ${SCRIPT}/endstream 1`],
  ['strings', `/A(<<>>stream\n)${SCRIPT}/B(endstream)`],
  ['nested and escaped strings', `/A(\\)(x)<<>>stream\n)${SCRIPT}/B(endstream)`],
  ['a string that does not end', `/A((<<>>stream\n)${SCRIPT}/B(endstream)`],
])('a PDF whose script is between %s with the words of a stream is refused', (_what, inside) => {
  expect(fileContentError('application/pdf', pdf(inside))).toBe('file_active')
})

test.each([
  ['\n', '\r\n'],
  [' ', '\n'],
  ['\r\n', '\r\n'],
  ['\0\t\f', '\r'],
])('a stream begins after a dictionary, white space %j and the line break %j', (before, after) => {
  const file = pdf('/Title(50% \\( off)')
    .toString('latin1')
    .replace('>>stream\n', `>>${before}stream${after}/JS <script>`)
  expect(isCompleteFile('application/pdf', Buffer.from(file, 'latin1'))).toBe(true)
})

test('the check of a PDF takes linear time', () => {
  for (const part of ['>>', '>>      ', '(', ')', '%', '\\', '>>stream\n', '%\n', '(\\'])
    expect(isCompleteFile('application/pdf', pdf(part.repeat(2_000_000 / part.length)))).toBe(true)
}, 10_000)

test.each([
  ['of a scanner', '/Producer(Scan 2.1)/PageMode/UseNone'],
  ['of a browser', '/MarkInfo<</Marked true>>/Lang(en)/ViewerPreferences<</DisplayDocTitle true>>'],
  ['with links and a form', '/AcroForm<</Fields[]>>/Annots[<</S/URI/URI(https://shop.example/a)>>]/JSON 1'],
])('a normal PDF %s is accepted, whatever bytes its streams contain', (_what, inside) => {
  expect(isCompleteFile('application/pdf', pdf(inside, 'x</JS <script> /Launch \xff'))).toBe(true)
})

test.each([
  'gpj.\u202eexe.jpg',
  'a\u2066b.pdf',
  'a\u200eb.pdf',
  'a\u200bb.pdf',
  'a\u061cb.pdf',
  'a\ufeffb.pdf',
  'a\u00adb.pdf',
  'a\nb.pdf',
  'a\tb.pdf',
  'a\0b.pdf',
  'a\u007fb.pdf',
  'a\u0085b.pdf',
  'a\u2028b.pdf',
  'a/b.pdf',
  'a\\b.pdf',
  '\ud800.pdf',
])('a file name with control, bidi or invisible characters is refused: %j', (name) => {
  expect(z.safeParse(FileName, name).success).toBe(false)
})

test.each(['facture d’été (2).pdf', '領収書.pdf', 'فاتورة.pdf', 'חשבונית.png', 'Ünïcode-1.JPG', '😀.png'])(
  'a file name of any language passes: %s',
  (name) => {
    expect(z.safeParse(FileName, name).success).toBe(true)
  },
)
