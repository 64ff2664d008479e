import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { expect, it } from 'vitest'
import { spoolDataUrls } from './data-urls.ts'

it('a server that starts removes the files that a killed server left, and none that another one is writing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'wheelbook-aside-'))
  for (const name of ['left', 'in use']) await writeFile(join(folder, name), 'vin')
  const twoHoursAgo = Date.now() / 1000 - 7200
  await utimes(join(folder, 'left'), twoHoursAgo, twoHoursAgo)
  const app = fastify()
  try {
    spoolDataUrls(app, folder)
    await app.ready()
    expect(await readdir(folder)).toEqual(['in use'])
  } finally {
    await app.close()
    await rm(folder, { recursive: true })
  }
})
