import { loadavg } from 'node:os'
import { currentCommit, environmentLine, thisMachine } from '#tools/bench/environment.ts'
import { rounded } from '#tools/bench/support/statistics.ts'
import { type Calibration, formatCalibration } from './calibration.ts'
import { type Figure, formatGoal, type Verdict, verdictOf } from './figure.ts'
import { timeFixedWork } from './fixed-work.ts'
import { type Result, saveResults } from './results.ts'

/** Prints a figure beside its goal and stores it. Every benchmark reports through this. */
export type Report = (figure: Figure, options?: ReportOptions) => void

interface ReportOptions {
  /** A part of the benchmark with its own table. Default: the benchmark. */
  section?: string
  /** Around this figure only. Default: around the whole run. */
  calibration?: Calibration
}

/** Runs a benchmark and stores what it reports, also when it fails halfway. Returns whether no goal was missed. */
export async function runAndReport(
  bench: string,
  run: { args: string[]; isStored: boolean },
  measure: (report: Report) => Promise<void>,
): Promise<boolean> {
  console.error(environmentLine())
  const circumstances = {
    commit: currentCommit(),
    date: new Date().toISOString().slice(0, 10),
    ...thisMachine(),
    load: rounded(loadavg()[0] ?? 0, 1),
    ...(run.args.length > 0 && { args: run.args.join(' ') }),
  }
  const before = timeFixedWork()
  const reported: { section: string; result: Omit<Result, 'calibration'>; calibration?: Calibration }[] = []
  try {
    await measure((figure, { section = bench, calibration } = {}) => {
      const { notJudged, ...measured } = { ...figure, value: rounded(figure.value, 4) }
      const note = [figure.note, notJudged].filter(Boolean).join('; ')
      const result = { ...measured, ...(note && { note }), verdict: verdictOf(figure), ...circumstances }
      reported.push({ section, result, ...(calibration && { calibration }) })
      tell(section, figure, result.verdict)
    })
  } finally {
    const ofRun: Calibration = { node: [rounded(before), rounded(timeFixedWork())] }
    console.error(`calibration of the run: ${formatCalibration(ofRun)}`)
    if (run.isStored)
      for (const [section, all] of Map.groupBy(reported, (one) => one.section))
        saveResults(
          section,
          all.map(({ result, calibration = ofRun }) => ({ ...result, calibration })),
        )
  }
  return reported.every(({ result }) => result.verdict !== 'missed')
}

/** Prints one line of JSON for machines and one line of text for readers. */
function tell(bench: string, figure: Figure, verdict: Verdict | null): void {
  const { figure: name, value, unit, goal, samples, note } = figure
  console.log(
    JSON.stringify({ bench, figure: name, value: rounded(value, 4), unit, goal, verdict, samples, note }),
  )
  const shown = String(rounded(value, Math.abs(value) < 10 ? 3 : 1))
  const judged = goal ? `(goal ${formatGoal(goal)}) ${verdict === 'missed' ? 'MISSED' : verdict}` : ''
  const remarks = [note, figure.notJudged].filter(Boolean).join('; ')
  console.error(`${name.padEnd(72)} ${shown.padStart(9)} ${unit} ${judged}${remarks ? ` · ${remarks}` : ''}`)
}
