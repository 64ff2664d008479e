import { writeFile } from 'node:fs/promises'
import bwip from 'bwip-js/node'
import { chromium } from 'playwright/test'
import sharp from 'sharp'
import { CHROMIUM_FLAGS, findChromium } from '#tests/support/browser.ts'
import { vinOf } from '#tests/support/vins.ts'
import { expect, origin, signInDirectly, test } from '../support/fixtures.ts'
import { DESK, openLoaded } from '../support/screens.ts'

test.use(DESK)
// Pictures, WebAssembly and video each take seconds on a busy machine.
test.describe.configure({ timeout: 180_000 })

type Code = 'code39' | 'code128' | 'datamatrix' | 'qrcode'

/** A label as on a door frame: the code on white, with a margin. */
const label = async (code: Code, text: string): Promise<Buffer> =>
  sharp(
    await bwip.toBuffer({
      bcid: code,
      text,
      scale: 3,
      ...(code.startsWith('code') && { height: 12 }),
      padding: 12,
    }),
  )
    .flatten({ background: '#fff' })
    .resize(1280, 720, { fit: 'contain', background: '#fff' })
    .png()
    .toBuffer()

test('reads a photo of any kind of code, without a third party and within the page’s policy', async ({
  signedInPage: page,
  context,
}) => {
  const hosts = new Set<string>()
  context.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url())
    if (protocol.startsWith('http')) hosts.add(hostname)
  })
  const violations: string[] = []
  page.on('console', (message) => {
    if (/Content Security Policy|Trusted/i.test(message.text())) violations.push(message.text())
  })
  await openLoaded(page, '/vehicles/new')
  const form = page.getByRole('dialog', { name: 'Add vehicle' })
  const vin = form.locator('input[name=vin]')
  for (const code of ['code39', 'code128', 'datamatrix', 'qrcode'] as const) {
    const text = vinOf()
    await form.getByRole('button', { name: 'Scan' }).click()
    const scanner = page.getByRole('dialog', { name: 'Scan the VIN' })
    // This machine has no camera, and the scanner reports it.
    await expect(scanner.getByText(/no camera/)).toBeVisible()
    const photo = { name: 'label.png', mimeType: 'image/png', buffer: await label(code, text) }
    await scanner.locator('input[type=file]').setInputFiles(photo)
    await expect(vin, code).toHaveValue(text, { timeout: 30_000 })
  }
  await form.getByRole('button', { name: 'Scan' }).click()
  const empty = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#888' } })
    .png()
    .toBuffer()
  const scanner = page.getByRole('dialog', { name: 'Scan the VIN' })
  await scanner
    .locator('input[type=file]')
    .setInputFiles({ name: 'x.png', mimeType: 'image/png', buffer: empty })
  await expect(scanner.getByText('No VIN was found in this photo.', { exact: false })).toBeVisible()
  expect([[...hosts], violations]).toEqual([['localhost'], []])
})

test('the camera finds the VIN automatically, and is released', async ({ build, owner }, info) => {
  const text = vinOf()
  const video = info.outputPath('label.y4m')
  await writeFile(video, await asVideo(await label('code39', text)))
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: [
      ...CHROMIUM_FLAGS,
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${video}`,
    ],
  })
  try {
    const context = await browser.newContext({ permissions: ['camera'] })
    await signInDirectly(context, build, owner)
    const page = await context.newPage()
    await page.goto(`${origin()}/vehicles/new`)
    const form = page.getByRole('dialog', { name: 'Add vehicle' })
    await form.getByRole('button', { name: 'Scan' }).click({ timeout: 60_000 })
    await expect(form.locator('input[name=vin]')).toHaveValue(text, { timeout: 60_000 })
    await expect(page.getByRole('dialog', { name: 'Scan the VIN' })).toHaveCount(0)
  } finally {
    await browser.close()
  }
})

/** Converts one picture to a video for Chromium's fake camera: YUV 4:2:0, gray. */
async function asVideo(picture: Buffer): Promise<Buffer> {
  const { data, info } = await sharp(picture).greyscale().raw().toBuffer({ resolveWithObject: true })
  const chroma = Buffer.alloc((info.width * info.height) / 2, 128)
  const frame = Buffer.concat([Buffer.from('FRAME\n'), data, chroma])
  return Buffer.concat([
    Buffer.from(`YUV4MPEG2 W${info.width} H${info.height} F10:1 Ip A1:1 C420\n`),
    frame,
    frame,
  ])
}
