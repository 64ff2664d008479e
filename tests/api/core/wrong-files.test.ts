import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiResponse, Client } from '#tests/support/client.ts'
import { aGloveboxItem, aHistory } from '#tests/support/entries.ts'
import {
  aGif,
  aJpeg,
  aPdf,
  aPdfOf,
  aPng,
  fileHeaders,
  manifestOf,
  reprDigestOf,
} from '#tests/support/files.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { contentOf } from './samples.ts'

type Bytes = Buffer<ArrayBuffer>
let server: TestServer
let owner: Client
let vehicle: { id: number; fleetId: number }
let service: { id: number }

beforeAll(async () => {
  server = await startTestServer()
  const fleet = await server.build.fleet()
  vehicle = await server.build.vehicle(fleet)
  service = await server.build.service()
  owner = await server.as(await server.build.user(fleet))
})
afterAll(() => server.stop())

const text = (value: string) => Buffer.from(value, 'latin1') as Bytes
const joined = (...parts: Uint8Array[]) => Buffer.concat(parts) as Bytes
const ZIP = text('PK\u0003\u0004\u0014\u0000\u0000\u0000rest of an archive')
const PAGE = text('<html><script>alert(document.cookie)</script></html>')
const SVG = text('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')

/** An image of 400 million pixels in a small file. */
let flooded: Promise<Bytes> | undefined
const flood = () => {
  flooded ??= sharp({
    create: { width: 20_000, height: 20_000, channels: 3, background: '#fff' },
    limitInputPixels: false,
  })
    .png({ compressionLevel: 9 })
    .toBuffer() as Promise<Bytes>
  return flooded
}

const WRONG: [what: string, fileName: string, type: string, make: () => Bytes | Promise<Bytes>][] = [
  ['a gif called jpg (GLV-006)', 'a.jpg', 'image/jpeg', () => aGif() as Promise<Bytes>],
  ['a png called jpg', 'a.jpg', 'image/jpeg', () => aPng() as Promise<Bytes>],
  ['an HTML page named .jpg', 'a.jpg', 'image/jpeg', () => PAGE],
  ['an SVG with a script named .png', 'a.png', 'image/png', () => SVG],
  ['a page called pdf', 'a.pdf', 'application/pdf', () => PAGE],
  ['a script called pdf', 'a.pdf', 'application/pdf', () => text('alert(1)//%PDF-1.4 %%EOF')],
  ['an archive called pdf', 'a.pdf', 'application/pdf', () => ZIP],
  ['a program called png', 'a.png', 'image/png', () => text('MZ\u0090\u0000\u0003')],
  ['only the first bytes of a jpg', 'a.jpg', 'image/jpeg', () => text('\u00ff\u00d8\u00ff\u00e0')],
  [
    'a page behind the first bytes of a jpg',
    'a.jpg',
    'image/jpeg',
    () => joined(text('\u00ff\u00d8\u00ff'), PAGE, text('\u00ff\u00d9')),
  ],
  [
    'half a jpg',
    'a.jpg',
    'image/jpeg',
    async () => {
      const b = await aJpeg()
      return b.subarray(0, b.length >> 1) as Bytes
    },
  ],
  [
    'half a png',
    'a.png',
    'image/png',
    async () => {
      const b = await aPng()
      return b.subarray(0, b.length >> 1) as Bytes
    },
  ],
  ['a png whose middle is broken', 'a.png', 'image/png', async () => joined((await aPng()).fill(0, 45, 60))],
  ['half a pdf', 'a.pdf', 'application/pdf', () => aPdf().subarray(0, 60) as Bytes],
  ['a jpg with an archive behind it', 'a.jpg', 'image/jpeg', async () => joined(await aJpeg(), ZIP)],
  ['a jpg with a page behind it', 'a.jpg', 'image/jpeg', async () => joined(await aJpeg(), PAGE)],
  ['a jpg with a pdf behind it', 'a.jpg', 'image/jpeg', async () => joined(await aJpeg(), aPdf())],
  ['a png with an archive behind it', 'a.png', 'image/png', async () => joined(await aPng(), ZIP)],
  ['a pdf with a page behind it', 'a.pdf', 'application/pdf', () => joined(aPdf(), PAGE)],
  ['a decompression bomb', 'a.png', 'image/png', flood],
]

const storedFiles = async () => {
  const names = await readdir(join(server.dataFolder, 'files'), { recursive: true }).catch(() => [])
  return names.sort()
}
function expectProblem({ status, body }: ApiResponse) {
  expect(status).toBeGreaterThanOrEqual(400)
  expect(status).toBeLessThan(500)
  expect(body).toMatchObject({ code: expect.any(String), request_id: expect.any(String) })
}

const KINDS = {
  invoice: {
    path: '/manual_maintenance_histories',
    files: '/maintenance_documents',
    body: (lines: object[]) =>
      aHistory({ vehicle_id: vehicle.id, maintenance_documents_attributes: lines }, service.id) as object,
    form: (data: FormData) => {
      const fields = {
        vehicle_id: vehicle.id,
        custom_shop_name: 'Garage',
        odometer: 1,
        date_of_completion: '2026-01-01',
        'vehicle_services[0][service_definition_id]': service.id,
        'vehicle_services[0][price]': '1',
      }
      for (const [name, value] of Object.entries(fields)) data.set(name, String(value))
      return 'maintenance_documents_attributes[0][invoice_document_url]'
    },
  },
  document: {
    path: '/glovebox_items',
    files: '/glovebox_documents',
    body: (lines: object[]) =>
      aGloveboxItem({ vehicle_id: vehicle.id, glovebox_documents_attributes: lines }) as object,
    form: (data: FormData) => {
      for (const [name, value] of Object.entries({ vehicle_id: vehicle.id, document_type: 'registration' }))
        data.set(`glovebox_item[${name}]`, String(value))
      return 'glovebox_item[glovebox_documents_attributes][0][document_url]'
    },
  },
}

describe.each(['invoice', 'document'] as const)('as %s', (kindName) => {
  const kind = KINDS[kindName]

  it.each(WRONG)(
    '%s is refused, announced or inside a form, and nothing is stored (S-19)',
    async (_what, name, type, make) => {
      const bytes = await make()
      const line = manifestOf(bytes, { file_name: name, content_type: type })
      expect((await owner.post(kind.path, kind.body([line]))).status).toBe(201)
      const [rows, files] = [await contentOf(server), await storedFiles()]
      const sent = await owner.put(`${kind.files}/${line.id}`, bytes, fileHeaders(bytes, type))
      expectProblem(sent)
      expect(sent.body.code).toBe('file_type')
      expect((await owner.get(`${kind.files}/${line.id}`)).status).toBe(404)

      const data = new FormData()
      data.set(kind.form(data), new File([bytes], name, { type }))
      const inline = await owner.post(kind.path, data)
      // The content decides: a PNG is valid under any name, unless it was announced as something else.
      if (name === 'a.jpg' && bytes[0] === 0x89) expect(inline.status).toBe(201)
      else {
        expectProblem(inline)
        expect([await contentOf(server), await storedFiles()]).toEqual([rows, files])
      }
    },
  )

  it('10,000,000 bytes are refused in every form of upload (GLV-008)', async () => {
    const bytes = aPdfOf(10_000_000)
    const line = manifestOf(aPdf(), { file_name: 'a.pdf' })
    await owner.post(kind.path, kind.body([line]))
    const [rows, files] = [await contentOf(server), await storedFiles()]
    expect((await owner.put(`${kind.files}/${line.id}`, bytes, fileHeaders(bytes))).status).toBe(413)
    const data = new FormData()
    data.set(kind.form(data), new File([bytes], 'a.pdf'))
    expectProblem(await owner.post(kind.path, data))
    expectProblem(
      await owner.post(kind.path, kind.body([{ ...line, id: randomUUID(), byte_size: 10_000_000 }])),
    )
    expect([await contentOf(server), await storedFiles()]).toEqual([rows, files])
  })

  it.each([
    '../../../etc/passwd.pdf',
    'C:\\temp\\x.pdf',
    'a\r\nSet-Cookie: stolen=1.pdf',
    'nul\u0000.pdf',
    `${'x'.repeat(300)}.pdf`,
    'invoice.pdf.exe',
    'invoice.html',
    '.',
    '',
    '\u202efdp.exe.pdf',
    'a\u2066b.pdf',
  ])('the name %j is refused', async (name) => {
    const rows = await contentOf(server)
    expectProblem(await owner.post(kind.path, kind.body([{ ...manifestOf(aPdf()), file_name: name }])))
    expect(await contentOf(server)).toBe(rows)
  })

  it.each(['Müller "final".pdf', "o'brien; filename=x.html;.pdf", '請求書.pdf', '%2e%2e%2f.pdf'])(
    'the name %j is kept, and is encoded safely in Content-Disposition',
    async (name) => {
      const bytes = aPdf(name)
      const line = manifestOf(bytes, { file_name: name })
      await owner.post(kind.path, kind.body([line]))
      await owner.put(`${kind.files}/${line.id}`, bytes, fileHeaders(bytes))
      const opened = await owner.get(`${kind.files}/${line.id}`)
      const header = opened.headers.get('content-disposition') ?? ''
      expect(header).toMatch(
        /^attachment; filename="[A-Za-z0-9 ._()-]+"; filename\*=UTF-8''[A-Za-z0-9%._~!*-]+$/,
      )
      expect(decodeURIComponent(header.split("UTF-8''")[1] ?? '')).toBe(name)
    },
  )
})

it('nothing partial is left behind, and the server still responds', async () => {
  expect((await storedFiles()).filter((name) => name.includes('partial'))).toEqual([])
  expect((await owner.get('/vehicles')).status).toBe(200)
})

describe('metadata that a phone writes into an image', () => {
  it.each(['jpeg', 'png'] as const)(
    'a stored %s has lost its location, author and device',
    async (format) => {
      const place = {
        IFD0: { Artist: 'SECRETNAME', Model: 'SECRETPHONE' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
      }
      const sent = (await sharp({ create: { width: 40, height: 30, channels: 3, background: '#c84' } })
        .withExif(place)
        .withMetadata({ orientation: 6 })
        .toFormat(format)
        .toBuffer()) as Bytes
      expect(sent.includes('SECRETNAME')).toBe(true)
      const type = `image/${format}`
      const line = manifestOf(sent, { file_name: format === 'jpeg' ? 'a.jpg' : 'a.png', content_type: type })
      const body = aGloveboxItem({ vehicle_id: vehicle.id, glovebox_documents_attributes: [line] })
      expect((await owner.post('/glovebox_items', body)).status).toBe(201)
      const taken = await owner.put(`/glovebox_documents/${line.id}`, sent, fileHeaders(sent, type))
      expect(taken.status).toBe(200)
      const opened = await owner.get(`/glovebox_documents/${line.id}`)
      const read = Buffer.from(opened.body as Uint8Array)
      // The announced digest is that of the bytes with metadata; a device verifies its copy by the header.
      expect(opened.headers.get('repr-digest')).toBe(reprDigestOf(read))
      expect(reprDigestOf(read)).not.toBe(reprDigestOf(sent))
      for (const secret of ['SECRETNAME', 'SECRETPHONE']) expect(read.includes(secret)).toBe(false)
      const { orientation, exif } = await sharp(read).metadata()
      // Only the orientation: one entry, and no location.
      expect([orientation, (exif?.length ?? 0) <= 32]).toEqual([6, true])
    },
  )

  it('a PDF with a script is refused with a message that says so', async () => {
    const bytes = Buffer.from(
      '%PDF-1.7\n1 0 obj<</Type/Catalog/OpenAction<</S/JavaScript/JS(x)>>>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
      'latin1',
    ) as Bytes
    const line = manifestOf(bytes, { file_name: 'a.pdf' })
    await owner.post(
      '/glovebox_items',
      aGloveboxItem({ vehicle_id: vehicle.id, glovebox_documents_attributes: [line] }),
    )
    const refused = await owner.put(
      `/glovebox_documents/${line.id}`,
      bytes,
      fileHeaders(bytes, 'application/pdf'),
    )
    expect([refused.status, refused.body.code]).toEqual([422, 'file_active'])
    expect(refused.body.alertMessage).toContain('script')
  })
})
