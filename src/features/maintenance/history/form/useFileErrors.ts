import { INVOICE_MAX_COUNT } from '#domain/core/limits.ts'
import { useFileProblem } from '#src/i18n/useFileProblem.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import type { FileError } from './useInvoiceFiles.ts'

/** Returns the messages for refused invoices, in the specification's wording where it has one (MHX-017..022). */
export function useFileErrors(): (
  troubles: readonly { name: string; problem: FileError['problem'] | (string & {}) }[],
) => string[] {
  const t = useTexts('history')
  const textOf = useFileProblem()
  return (troubles) =>
    troubles.map(({ name, problem }) => {
      if (problem === 'file_type') return t('history:files.file_type')
      if (problem === 'file_size') return t('history:files.file_size')
      if (problem === 'max_files') return t('history:files.max_files', { maxFiles: INVOICE_MAX_COUNT })
      if (problem === 'duplicate_file') return t('history:files.duplicate_file', { fileName: name })
      return t('history:files.other', { fileName: name, reason: textOf(problem as 'file_unreadable') })
    })
}
