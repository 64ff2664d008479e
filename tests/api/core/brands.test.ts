// A brand is a folder of data. An eleventh one, created here, is served like the ten (ruling 13, BRD-001, BRD-003).
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Brand } from '#contract/core/brand.ts'
import { brandsFolder } from '#server/brands/brands.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

const INDEX = '<html lang="en"><head><!--page--><title>x</title><!--/page--></head><body></body></html>'
const icon = (rounding: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512" width="512" height="512"><rect width="512" height="512" rx="${rounding}" fill="#224411"/></svg>`

let folder: string
let server: TestServer
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wheelbook-eleven-'))
  const [brands, dist] = [join(folder, 'brands'), join(folder, 'dist')]
  await cp(brandsFolder, brands, { recursive: true })
  await mkdir(join(brands, 'alder'))
  await writeFile(join(brands, 'alder/brand.json'), JSON.stringify(await alder()))
  for (const name of ['logo', 'logo-dark', 'icon', 'icon-maskable'])
    await writeFile(join(brands, `alder/${name}.svg`), icon(name === 'icon' ? 112 : 0))
  await mkdir(join(dist, 'assets'), { recursive: true })
  await writeFile(join(dist, 'index.html'), INDEX)
  server = await startTestServer({ distFolder: dist, config: { brandsFolder: brands } })
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true })
})

async function alder(): Promise<Brand> {
  const base = JSON.parse(await readFile(join(brandsFolder, 'wheelbook/brand.json'), 'utf8')) as Brand
  return {
    ...base,
    key: 'alder',
    name: 'Alder & Sons',
    shortName: 'Alder',
    description: { en: 'The eleventh', fr: 'La onzième' },
    country: 'CA',
    languages: ['fr', 'en'],
    subdomains: ['alder', 'aulne'],
    isDefault: false,
    theme: { ...base.theme, name: 'moss', font: 'rubik', light: { ...base.theme.light, primary: '#224411' } },
  }
}

/** A GET with a custom Host header, which fetch does not allow. */
function get(path: string, host: string, language?: string) {
  return new Promise<string>((resolve, reject) => {
    const url = new URL(server.url)
    const headers = { host, ...(language && { 'accept-language': language }) }
    request({ host: url.hostname, port: url.port, path, headers }, (response) => resolve(text(response)))
      .on('error', reject)
      .end()
  })
}

describe('an eleventh brand in a separate folder', () => {
  it.each(['alder.fleet.example', 'aulne.localhost:3000'])('has its page on %s', async (host) => {
    const page = await get('/vehicles/7', host)
    expect(page).toContain('<html lang="fr">')
    expect(page).toContain('<title>Alder &amp; Sons</title>')
    expect(page).toContain('content="La onzième"')
    expect(page).toContain('<meta name="theme-color" media="(prefers-color-scheme: light)" content="#224411"')
    expect(page).toContain('id="brand">{"key":"alder"')
    expect(page).toContain('"primary":"#224411"')
    const font = /@font-face{font-family:"rubik";src:url\((\/fonts\/rubik-[^)]+)\)/.exec(page)?.[1] ?? 'none'
    const file = await server.app.inject({ url: font, headers: { host } })
    expect(file.headers).toMatchObject({
      'content-type': 'font/woff2',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect(file.rawPayload.subarray(0, 4).toString()).toBe('wOF2')
    expect(await get('/', host, 'en-CA')).toContain('<html lang="en">')
  })

  it('installs with its own name, colors, icons and shortcuts (OFF-049)', async () => {
    const host = 'alder.fleet.example'
    const manifest = JSON.parse(await get('/manifest.webmanifest', host))
    expect(manifest).toMatchObject({
      name: 'Alder & Sons',
      short_name: 'Alder',
      lang: 'fr-CA',
      theme_color: '#224411',
    })
    expect(manifest.shortcuts[0]).toMatchObject({
      name: 'Consigner un entretien',
      url: '/maintenance_history/new',
    })
    expect(await get('/brand/icon.svg', host)).toBe(icon(112))
    const response = await server.app.inject({ url: '/brand/icon-maskable-512.png', headers: { host } })
    expect(await sharp(response.rawPayload).metadata()).toMatchObject({ width: 512, format: 'png' })
    expect((await sharp(response.rawPayload).stats()).dominant).toMatchObject({ r: 40, g: 72, b: 24 })
  })

  it('leaves the ten unchanged', async () => {
    for (const [host, title] of Object.entries({
      'wayfare.fleet.example': 'Wayfare',
      'fuelpass-plus.localhost': 'Fuelpass Plus',
      'elsewhere.example': 'Wheelbook',
    }))
      expect(await get('/', host)).toContain(`<title>${title}</title>`)
  })
})
