import { useTexts } from './useTexts.ts'

type FieldCodes = Record<string, readonly string[]>

/**
 * Returns messages of invalid fields: `textOf(codes, 'odometer')`, or undefined for a valid one. Several codes of a
 * field are joined. The texts are in `fields.json`, one per code of the contract's schemas and rules.
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
