import type { Recall } from '#contract/vehicles/recalls.ts'
import type { Recalls } from './port.ts'
import { SAMPLE, type SampleRecall } from './sample.ts'

/** The shipped sample: fictional recalls of the demo's models, without network. */
export const sampleRecalls: Recalls = {
  async of({ country, year, make, model }) {
    const isSame = (a: string, b: string) => a.toLowerCase() === b.trim().toLowerCase()
    return SAMPLE.filter(
      (row) => isSame(row.make, make) && isSame(row.model, model) && row.from <= year && year <= row.to,
    )
      .map(
        ({ recall }): Recall => ({ source: 'sample', ...(country === 'CA' ? asInCanada(recall) : recall) }),
      )
      .sort((a, b) => (b.reported_on ?? '').localeCompare(a.reported_on ?? ''))
  },
}

/** Transport Canada publishes a single text, in both languages. */
function asInCanada({ summary, consequence, remedy, ...recall }: SampleRecall): SampleRecall {
  return { ...recall, summary: [summary, consequence, remedy].join(' '), consequence: null, remedy: null }
}
