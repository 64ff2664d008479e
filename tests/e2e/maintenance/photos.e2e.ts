import sharp from 'sharp'
import { expect, origin, signInDirectly, test } from '../support/fixtures.ts'
import { fillMaintenance } from '../support/record.ts'
import { openLoaded, PHONE } from '../support/screens.ts'

test.use(PHONE)

/** A phone's photo: stored in landscape with the orientation 'turn right', and with GPS data. Its top is red. */
async function aPhonePhoto(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const red = await sharp({ create: { width: 4000, height: 800, channels: 3, background: '#e00000' } })
    .png()
    .toBuffer()
  return sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#808080', noise } })
    .composite([{ input: red, left: 0, top: 0 }])
    .jpeg({ quality: 95 })
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD0: { Make: 'Phone' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } })
    .toBuffer()
}

/** EXIF pointer to the GPS block. */
const GPS_TAG = Buffer.from([0x25, 0x88])

test('OFF-013: a camera photo arrives upright, small, and without GPS data', async ({
  signedInPage: page,
  context,
  build,
  owner,
}) => {
  test.slow()
  const photo = await aPhonePhoto()
  const before = await sharp(photo).metadata()
  expect(before).toMatchObject({ orientation: 6, width: 4000, height: 3000 })
  expect(before.exif?.includes(GPS_TAG)).toBe(true)
  expect(photo.length).toBeGreaterThan(5_000_000)

  const vehicle = await build.vehicle({ id: owner.fleetId })
  await build.service({ name: `Photo ${vehicle.id}` })
  await openLoaded(page, '/dashboard')
  await fillMaintenance(page, { vehicle, service: `Photo ${vehicle.id}` })
  const camera = page.locator('input[type=file][capture]')
  await camera.setInputFiles({ name: 'image.jpg', mimeType: 'image/jpeg', buffer: photo })
  await expect(page.getByRole('button', { name: /^Remove photo-\d{8}-\d{6}\.jpg$/ })).toBeVisible()
  // Not a part of the file.
  const arrived = context.waitForEvent(
    'requestfinished',
    (request) => request.method() === 'PUT' && !request.url().includes('/parts/'),
  )
  await page.getByRole('button', { name: 'Save' }).click()
  const { pathname } = new URL((await arrived).url())
  const response = await page.request.get(`${origin()}${pathname}`)
  const body = await response.body()

  const after = await sharp(body).metadata()
  expect([after.width, after.height, after.orientation, after.exif]).toEqual([
    1536,
    2048,
    undefined,
    undefined,
  ])
  expect(body.length).toBeLessThan(5_000_000)
  // 'Turn right' moves the stored top to the right edge.
  const { data, info } = await sharp(body).raw().toBuffer({ resolveWithObject: true })
  const red = (x: number, y: number) => (data[(y * info.width + x) * info.channels + 1] ?? 255) < 60
  expect([red(1480, 1000), red(60, 1000)]).toEqual([true, false])
})

test('the form stays responsive while a photo is resized, and a broken photo is refused with a message', async ({
  page,
  context,
  build,
  owner,
}) => {
  await signInDirectly(context, build, owner)
  await openLoaded(page, '/maintenance_history/new')
  const broken = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(2000, 7)])
  const choose = page.locator('input[type=file][multiple]')
  await choose.setInputFiles({ name: 'broken.jpg', mimeType: 'image/jpeg', buffer: broken })
  await expect(
    page.getByText('broken.jpg: This file cannot be read. It may be damaged. Choose another.'),
  ).toBeVisible()
  const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic'), Buffer.alloc(500)])
  await choose.setInputFiles({ name: 'phone.heic', mimeType: 'image/heic', buffer: heic })
  await expect(page.getByText(/phone\.heic: This browser cannot open the phone’s HEIC format/)).toBeVisible()
})
