/** Runs work in steps (`src/local-data/rows/useTimeSlicedWork.ts`) to its end. */
export function runSteps<T>(steps: Generator<void, T>): T {
  let step = steps.next()
  while (!step.done) step = steps.next()
  return step.value
}
