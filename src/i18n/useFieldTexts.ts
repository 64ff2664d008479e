import { useTexts } from './useTexts.ts'

type FieldCodes = Record<string, readonly string[]>

/**
 * Words for wrong fields: `textOf(codes, 'odometer')`, undefined for a field that is right. Several codes of one field
 * show one after the other. Their texts lie in `fields.json`, one for each code of the contract's schemas and rules.
 */
export function useFieldTexts() {
  const t = useTexts('fields')
  return (codes: FieldCodes, path: string): string | undefined => {
    const own = codes[path]
    if (!own || own.length === 0) return undefined
    return [...new Set(own)]
      .map((code) => t(`fields:${code}` as 'fields:required', { defaultValue: t('fields:text') }))
      .join(' ')
  }
}
