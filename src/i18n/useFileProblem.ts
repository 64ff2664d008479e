import type { FileProblem } from '#src/lib/photo/prepare-file.ts'
import { useTexts } from './useTexts.ts'

/** Words for a file that cannot be taken, where they are the same everywhere; type and size have words of their form. */
export function useFileProblem(): (problem: Exclude<FileProblem, 'file_type' | 'file_size'>) => string {
  const t = useTexts('fields')
  return (problem) => t(`fields:${problem}`)
}
