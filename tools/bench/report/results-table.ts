import { formatCalibration } from './calibration.ts'
import type { Result } from './results.ts'

/** Returns one line with the circumstances of a result. */
export function describeRun(run: Result): string {
  const { date, commit, cpu, cores, memoryGb, node, chromium, load, calibration, args } = run
  return [
    date,
    commit && `commit ${commit}`,
    cpu && `${cores} × ${cpu}`,
    memoryGb && `${memoryGb} GiB`,
    node && `Node ${node}`,
    chromium && `Chromium ${chromium}`,
    load !== undefined && `load ${load}`,
    calibration && `calibration ${formatCalibration(calibration)}`,
    args && `\`${args}\``,
  ]
    .filter(Boolean)
    .join('; ')
}

/** Returns a Markdown table. */
export function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n')
}
