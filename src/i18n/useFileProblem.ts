import type { FileProblem } from '#src/lib/photo/prepare-file.ts'
import { useTexts } from './useTexts.ts'

/** Returns the message for a rejected file. Messages about type and size differ by form. */
export function useFileProblem(): (problem: Exclude<FileProblem, 'file_type' | 'file_size'>) => string {
  const t = useTexts('fields')
  return (problem) => t(`fields:${problem}`)
}
