import type { Recall } from '#contract/vehicles/recalls.ts'
import type { Recalls } from './port.ts'
import { SAMPLE } from './sample.ts'

/** The shipped sample: invented recalls of models that the demo has, without network. */
export const sampleRecalls: Recalls = {
  async of({ year, make, model }) {
    const isSame = (a: string, b: string) => a.toLowerCase() === b.trim().toLowerCase()
    return SAMPLE.filter(
      (row) => isSame(row.make, make) && isSame(row.model, model) && row.from <= year && year <= row.to,
    )
      .map(({ recall }): Recall => ({ source: 'sample', ...recall }))
      .sort((a, b) => (b.reported_on ?? '').localeCompare(a.reported_on ?? ''))
  },
}
