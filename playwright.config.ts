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
  // Retries a failure once, so that a busy machine does not fail the run. run-all lists every test that needed the
  // retry.
  retries: 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/browser.json' }]],
  projects: [
    // Takes three minutes in one piece, so it starts first. Started last, everything else would wait for it.
    { name: 'soak', testMatch: 'offline/soak.e2e.ts' },
    { name: 'browser', testMatch: '{e2e,offline,walk}/**/*.e2e.ts', testIgnore: '**/soak.e2e.ts' },
  ],
  use: {
    actionTimeout: 15_000,
    // Saves about a tenth of the time. Tests about motion switch it on.
    contextOptions: { reducedMotion: 'reduce' },
    // The test fleets are in this zone (tests/support/entries.ts). In UTC, 'today' would differ from the fleet's day at
    // night.
    timezoneId: 'America/New_York',
    // A recording takes a third of the machine, so only retries are recorded.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: findHeadlessChromium(), args: CHROMIUM_FLAGS },
  },
})
