import type { TestProject } from 'vitest/node'
import { startTestCluster, type TestCluster } from './test-database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    cluster: TestCluster
  }
}

/** Vitest's global setup of the API tests: one PostgreSQL for the whole run. */
export default async function setup(project: TestProject) {
  const { stop, ...cluster } = await startTestCluster()
  project.provide('cluster', cluster)
  return stop
}
