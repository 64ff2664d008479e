import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { chromium } from 'playwright'
import { CHROMIUM_FLAGS, findChromium } from '#tests/support/browser.ts'
import { SCREENS } from './device.ts'

/** JavaScript in gzipped bytes. */
export interface ScriptSize {
  /** Scripts that the sign-in page fetches without interaction. */
  signIn: number
  /** Every file of the build. */
  all: number
}

export async function scriptSizes(url: string, distFolder: string): Promise<ScriptSize> {
  const names = (await readdir(distFolder, { recursive: true })).filter((name) => /\.m?js$/.test(name))
  const all = await Promise.all(names.map(async (name) => gzipped(await readFile(join(distFolder, name)))))
  return { signIn: await signInScripts(url), all: all.reduce((sum, size) => sum + size, 0) }
}

async function signInScripts(url: string): Promise<number> {
  const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_FLAGS })
  try {
    const page = await browser.newPage(SCREENS.phone)
    const scripts: Promise<Buffer>[] = []
    // The service worker fetches the whole app in the background, which the screen does not wait for.
    page.on('response', (response) => {
      const isScript = /javascript/.test(response.headers()['content-type'] ?? '')
      if (isScript && response.request().serviceWorker() === null) scripts.push(response.body())
    })
    await page.goto(`${url}/sign_in`)
    await page.locator('input[name="password"]').waitFor()
    await page.waitForLoadState('networkidle')
    return (await Promise.all(scripts)).reduce((sum, body) => sum + gzipped(body), 0)
  } finally {
    await browser.close()
  }
}

const gzipped = (bytes: Buffer) => gzipSync(bytes, { level: 9 }).length
