import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { chromium } from 'playwright'
import { testCertificate } from './certificate.ts'

/** Whether the offline suites run over https (`npm run test:https`). */
export const OVER_HTTPS = process.env.OFFLINE_HTTPS === '1'

/** Switches that let Chromium run on any of our machines, also as root in a container. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  ...(OVER_HTTPS ? [testCertificate().chromiumFlag] : []),
]

const INSTALLED = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const HEADLESS = '/usr/bin/chromium-headless-shell'

/**
 * Returns the path of a Chromium for tests: `CHROMIUM` from the environment, an installed one, Playwright's own, or
 * Debian's, which it then installs.
 * @throws Error when there is none and none can be installed
 */
export function findChromium(): string {
  const found = [process.env.CHROMIUM, ...INSTALLED, chromium.executablePath()].find(isProgram)
  if (found) return found
  install('chromium')
  const installed = INSTALLED.find(isProgram)
  if (installed) return installed
  throw new Error(
    'No Chromium: install the package `chromium`, or name one in the environment variable CHROMIUM',
  )
}

/**
 * Returns the path of a Chromium for running many tests: like `findChromium`, but prefers Debian's headless shell and
 * installs it. It has the same engine and takes a third less time per test. Found once and passed to child processes.
 */
export function findHeadlessChromium(): string {
  const found = [process.env.CHROMIUM, HEADLESS, ...INSTALLED, chromium.executablePath()].find(isProgram)
  if (!found) install('chromium-headless-shell')
  process.env.CHROMIUM = found ?? (isProgram(HEADLESS) ? HEADLESS : findChromium())
  return process.env.CHROMIUM
}

/** Installs the reference font of all font metrics: Arial, or Debian's metric-compatible one. */
export function installArial(): void {
  const match = spawnSync('fc-match', ['Arial'], { encoding: 'utf8' }).stdout ?? ''
  if (!/Arial|Liberation|Arimo/.test(match)) install('fonts-liberation')
}

function install(debianPackage: string): void {
  if (!existsSync('/usr/bin/apt-get')) return
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' })
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', debianPackage], {
    stdio: 'inherit',
  })
}

function isProgram(path: string | undefined): path is string {
  try {
    accessSync(path ?? '', constants.X_OK)
    return true
  } catch {
    return false
  }
}
