import { typeInFindBox } from '#tools/bench/app/find/find-box.ts'
import { typeInLargeList, typeInPlainGrid } from '#tools/bench/app/large-list.ts'
import { loadLists } from '#tools/bench/app/list-load.ts'
import type { StagedFleet } from '#tools/bench/app/stage.ts'
import { typeWords } from '#tools/bench/app/typing.ts'
import { type Figure, shareOf } from '#tools/bench/report/figure.ts'
import { median, percentile } from '#tools/bench/support/statistics.ts'
import { type Part, SLOW, timeFigure, withApp } from './part.ts'

const LIST_GOAL = { atMost: 2 }
/** Maximum time to the matching rows, as a share of the plain grid's. */
const ROWS_GOALS = { phone: { atMost: 0.08 }, desk: { atMost: 0.12 } }

/** Page load of the signed-in list from cache, at the desk and not slowed, beside the plain grid with the same rows. */
export const measureList: Part = async (stage, sampleShare) => {
  const figures: Figure[] = []
  for (const fleet of [stage.big, stage.huge]) {
    if (!fleet) continue
    const times = Math.max(5, Math.ceil(20 * sampleShare))
    const { app, plain } = await loadLists(stage, fleet, times)
    const name = `list from cache to first row, ${countOf(fleet)} vehicles`
    figures.push(
      timeFigure(`${name}, median, plain grid`, plain, 0.5, null),
      timeFigure(`${name}, median`, app, 0.5, null),
      {
        figure: `${name}, share of the plain grid`,
        ...shareOf(median(app), median(plain)),
        unit: '',
        goal: LIST_GOAL,
        samples: times,
      },
    )
  }
  return figures
}

/** In the list of 2,000 vehicles, offline, so that no other work interferes. */
export const measureTyping: Part = async (stage, sampleShare) => {
  const words = stage.big.words.slice(0, Math.ceil(40 * sampleShare))
  const figures: Figure[] = []
  for (const screen of ['phone', 'desk'] as const) {
    const { letters, rows } = await withApp(stage, screen, stage.big, ({ page }) => typeWords(page, words))
    figures.push(
      timeFigure(`letter on the screen p95, ${screen}, 2,000 vehicles`, letters, 0.95, 50),
      timeFigure(`matching rows after the debounce p95, ${screen}, 2,000 vehicles`, rows, 0.95, 50),
    )
  }
  return figures
}

/**
 * The first sync of 50,000 vehicles behind the dashboard, and typing in their list, compared with a plain grid of the
 * same rows.
 */
export const measureFleet: Part = async (stage, sampleShare) => {
  const { huge } = stage
  if (!huge) return []
  const words = huge.words.slice(0, Math.ceil(20 * sampleShare))
  const plain = await typeInPlainGrid(await stage.plainRows(huge), {
    words: words.slice(0, 6),
    slowDown: SLOW,
  })
  const plainMs = percentile(plain.rows, 0.95)
  const figures = [timeFigure('matching rows p95, 50,000 vehicles, plain grid, desk', plain.rows, 0.95, null)]
  for (const screen of ['phone', 'desk'] as const) {
    const found = await typeInLargeList(stage, huge, { screen, words, slowDown: SLOW })
    const rowsMs = percentile(found.rows, 0.95)
    const single = { samples: 1, goal: null }
    figures.push(
      { figure: `first sync of 50,000, ${screen}`, value: found.firstSyncMs / 1000, unit: 's', ...single },
      timeFigure(`longest task of the first sync of 50,000, ${screen}`, [0, ...found.tasks], 1, 80),
      { figure: `heap of the tab, 50,000 vehicles, ${screen}`, value: found.heapMb, unit: 'MB', ...single },
      timeFigure(`letter on the screen p95, ${screen}, 50,000 vehicles`, found.letters, 0.95, 40),
      timeFigure(`matching rows after the debounce p95, ${screen}, 50,000 vehicles`, found.rows, 0.95, null),
      {
        figure: `matching rows, 50,000 vehicles, share of the plain grid, ${screen}`,
        ...shareOf(rowsMs, plainMs),
        unit: '',
        goal: ROWS_GOALS[screen],
        samples: found.rows.length,
      },
    )
  }
  return figures
}

const FIND_ORDERS = 100_000
const FIND_MS = 50

/** The box that searches everything, with 50,000 vehicles and 100,000 orders. Runs last: the orders slow a sync down. */
export const measureFind: Part = async (stage, sampleShare) => {
  if (!stage.huge) return []
  const fleet = await stage.addOrders(stage.huge, FIND_ORDERS)
  const words = findWords(fleet, Math.ceil(4 * sampleShare))
  const screens = ['phone', 'desk'] as const
  return (await typeInFindBox(stage, fleet, { screens, words, slowDown: SLOW })).flatMap(
    ({ screen, found }) => {
      const seconds = { unit: 's', samples: 1, goal: null }
      const name = `find anything, 50,000 vehicles and 100,000 orders`
      return [
        timeFigure(`${name}: results of a letter p95, ${screen}`, found.rows, 0.95, FIND_MS),
        timeFigure(`${name}: longest task while indexing, ${screen}`, [0, ...found.tasks], 1, null),
        { figure: `${name}: first use until indexed, ${screen}`, value: found.preparedMs / 1000, ...seconds },
      ]
    },
  )
}

const swapEnd = (word: string) => word.replace(/(.)(.)$/, '$2$1')

/**
 * Ends of VINs, the first and the last half of plates, each third with two swapped characters, words that many records
 * share, and one of these with a typing mistake. Every second word is typed slowly.
 */
function findWords({ words: ends, plates }: StagedFleet, times: number): string[] {
  const halves = plates.slice(0, times).map((plate, nth) => {
    const middle = Math.ceil(plate.length / 2)
    return nth % 2 === 0 ? plate.slice(0, middle) : plate.slice(-middle)
  })
  // Ends and halves take turns at being typed slowly.
  const parts = ends.slice(0, times).flatMap((end, nth) => {
    const half = halves[nth] ?? end
    return nth % 2 === 0 ? [end, half] : [half, end]
  })
  const typed = parts.map((part, nth) => (nth % 3 === 2 ? swapEnd(part) : part))
  return [...typed, 'main street', 'unit 12', 'mian str', 'po-991']
}

const countOf = ({ vehicles }: StagedFleet) => vehicles.toLocaleString('en-US')
