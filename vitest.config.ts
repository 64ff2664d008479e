import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    maxWorkers: 2,
    // What is waited for may come late on a machine that does other things beside, or while other files hold pulls back.
    expect: { poll: { timeout: 20_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'node',
          // A machine that does other things beside must not fail what is right.
          testTimeout: 30_000,
          include: [
            '{contract,server,src,sw}/**/*.test.{ts,tsx}',
            'tests/{architecture,unit}/**/*.test.{ts,tsx}',
          ],
        },
      },
      {
        extends: true,
        test: {
          name: 'api',
          environment: 'node',
          include: ['tests/api/**/*.test.ts'],
          pool: 'forks',
          globalSetup: 'tests/support/api.global.ts',
          testTimeout: 30_000,
          hookTimeout: 30_000,
        },
      },
    ],
  },
})
