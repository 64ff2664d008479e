import { defineConfig } from 'playwright/test'
import { CHROMIUM_FLAGS, findHeadlessChromium } from './tests/support/browser.ts'

/** Browser tests: against the production build and server, in a real Chromium. */
export default defineConfig({
  testDir: 'tests',
  globalSetup: './tests/e2e/support/global-setup.ts',
  outputDir: 'test-results/browser',
  workers: 2,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // A second try keeps a busy machine from failing a run; run-all names each that needed it.
  retries: 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/browser.json' }]],
  projects: [
    // Three minutes in one piece: begun last, it would be waited for alone.
    { name: 'soak', testMatch: 'offline/soak.e2e.ts' },
    { name: 'browser', testMatch: '{e2e,offline,walk}/**/*.e2e.ts', testIgnore: '**/soak.e2e.ts' },
  ],
  use: {
    actionTimeout: 15_000,
    // The fleets of the tests are there (tests/support/entries.ts); in UTC 'today' is another day each night.
    timezoneId: 'America/New_York',
    // A recording takes a third of the machine: only a second try has one.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: findHeadlessChromium(), args: CHROMIUM_FLAGS },
  },
})
