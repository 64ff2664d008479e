import { defineConfig } from 'vitest/config'

/** Files that depend on the state of modules: the lock of a process, names of prepared statements, replicas. */
const ALONE = ['core/database', 'core/embedded-postgres', 'replica/replica'].map(
  (name) => `tests/api/${name}.test.ts`,
)

export default defineConfig({
  test: {
    maxWorkers: 2,
    // Polling may take long on a busy machine, or while other test files hold back pulls.
    expect: { poll: { timeout: 20_000 } },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'node',
          include: [
            '{contract,domain,server,src,sw}/**/*.test.{ts,tsx}',
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
          exclude: ALONE,
          pool: 'forks',
          // Test files share the server's modules, which take longer to import than most files to run.
          isolate: false,
          globalSetup: 'tests/support/api.global.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'api-alone',
          environment: 'node',
          include: ALONE,
          pool: 'forks',
          globalSetup: 'tests/support/api.global.ts',
        },
      },
    ],
  },
})
