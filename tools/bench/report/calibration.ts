/** Milliseconds of a fixed amount of CPU work, before and after a measurement. Other work on the machine raises them. */
export interface Calibration {
  node: [beforeMs: number, afterMs: number]
  /** The same work in a page of Chromium. */
  page?: [beforeMs: number, afterMs: number]
}

/** 'node 212 → 230 ms (× 1.08), page 220 → 219 ms (× 1.00)' */
export function formatCalibration({ node, page }: Calibration): string {
  const one = (where: string, [before, after]: [number, number]) =>
    `${where} ${before} → ${after} ms (× ${(after / before).toFixed(2)})`
  return [one('node', node), ...(page ? [one('page', page)] : [])].join(', ')
}
