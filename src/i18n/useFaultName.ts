import { faultCodeIn, faultFamily } from '#src/lib/fault-code.ts'
import { useFormat } from './FormatProvider.tsx'
import { useTexts } from './useTexts.ts'

/**
 * Names of faults in the language of the screen (TEL-011). Providers word them in English, and so they are kept; in French
 * the trouble code says what is wrong. Words without a code stay the provider's. Load the namespace `fault-codes` with the
 * screen.
 */
export function useFaultName(): (name: string) => string {
  const t = useTexts('fault-codes')
  const { language } = useFormat()
  return (name) => {
    const code = faultCodeIn(name)
    if (code === null || (language === 'en' && name.trim().length > code.length)) return name
    const defaultValue = t(`fault-codes:family.${faultFamily(code)}`)
    const text = t(`fault-codes:code.${code as 'P0420'}`, { defaultValue })
    return t('fault-codes:withCode', { text, code })
  }
}
