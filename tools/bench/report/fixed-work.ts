import { chromium } from 'playwright'
import { CHROMIUM_FLAGS, findChromium } from '#tests/support/browser.ts'
import { rounded } from '#tools/bench/support/statistics.ts'
import type { Calibration } from './calibration.ts'

/** Runs the fixed work, which needs no memory and no input. Also runs in a page, so it uses nothing from outside. */
export function timeFixedWork(): number {
  const startedAt = performance.now()
  let state = 1
  for (let step = 0; step < 150_000_000; step++) state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0
  // Uses the result, so that the compiler cannot leave the loop out.
  return performance.now() - startedAt + (state === 1 ? 1 : 0)
}

export async function timeFixedWorkInPage(): Promise<number> {
  const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_FLAGS })
  try {
    return await (await browser.newPage()).evaluate(timeFixedWork)
  } finally {
    await browser.close()
  }
}

/** Runs a measurement between two calibrations in Node and in a page. */
export async function calibrated<T>(
  measure: () => Promise<T>,
): Promise<{ result: T; calibration: Calibration }> {
  const before = { node: timeFixedWork(), page: await timeFixedWorkInPage() }
  const result = await measure()
  return {
    result,
    calibration: {
      node: [rounded(before.node), rounded(timeFixedWork())],
      page: [rounded(before.page), rounded(await timeFixedWorkInPage())],
    },
  }
}
