import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

/** Files that depend on the state of modules: the lock of a process, names of prepared statements, replicas. */
const ALONE = ['core/database', 'core/embedded-postgres', 'replica/replica'].map(
  (name) => `tests/api/${name}.test.ts`,
)

const UNIT = [
  '{contract,domain,server,src,sw}/**/*.test.{ts,tsx}',
  'tests/{architecture,unit}/**/*.test.{ts,tsx}',
]
/** Unit tests that replace modules, or globals that modules read once. */
const WITH_MOCKS = globSync(UNIT, { cwd: import.meta.dirname }).filter((file) =>
  /vi\.(mock|doMock|resetModules|stubGlobal|stubEnv)\(/.test(
    readFileSync(`${import.meta.dirname}/${file}`, 'utf8'),
  ),
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
          include: UNIT,
          exclude: WITH_MOCKS,
          // Importing the modules again for each file takes twice as long as the tests.
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: 'unit-alone', environment: 'node', include: WITH_MOCKS },
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
