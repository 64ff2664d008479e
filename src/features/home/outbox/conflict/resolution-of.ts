import * as z from 'zod/mini'
import { filesToSendOf } from '#src/features/home/outbox/entries/entry-facts.ts'
import type { WaitingEntry } from '#src/offline/model/api/outbox-api.ts'
import type { Choices, Difference, Resolution } from '#src/offline/model/merge/differences.ts'

const payloadSchema = z.object({ removedFileIds: z.array(z.string()) })

/**
 * Returns the resolution of a compared edit. If all choices are theirs and the edit neither adds nor removes a file, there
 * is nothing to send. Invoices are added and removed side by side, so the comparison does not list them (OFF-070).
 */
export function resolutionOf(
  { files, payload }: Pick<WaitingEntry, 'files' | 'payload'>,
  found: readonly Difference[],
  choices: Choices,
): Resolution {
  const usesServerValues = found.every(({ name }) => choices[name] === 'theirs')
  const read = z.safeParse(payloadSchema, payload)
  const removesFile = read.success && read.data.removedFileIds.length > 0
  const changesFiles = (removesFile || filesToSendOf({ files }).length > 0) && choices.file !== 'theirs'
  return usesServerValues && !changesFiles ? 'theirs' : choices
}
