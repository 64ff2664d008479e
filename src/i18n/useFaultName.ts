import { faultCodeIn, faultFamily } from '#src/lib/fault-code.ts'
import { useFormat } from './FormatProvider.tsx'
import { useTexts } from './useTexts.ts'

/**
 * Translates fault names (TEL-011). Providers send English text, which is stored. In French the trouble code's
 * translation is shown. Names without a code stay unchanged. Load the namespace `fault-codes` with the screen.
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
