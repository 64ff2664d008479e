import { enginePartsOf } from '#src/lib/engine-name.ts'
import { useFormat } from './FormatProvider.tsx'
import { useTexts } from './useTexts.ts'

/**
 * Translates engine names: the catalog and stored data are in English. Typed values stay unchanged. Load the
 * namespace `vehicles` with the screen.
 */
export function useEngineName(): (engine: string) => string {
  const t = useTexts('vehicles')
  const { language } = useFormat()
  return (engine) => {
    const parts = language === 'en' ? null : enginePartsOf(engine)
    if (parts === null) return engine
    const { litres, cylinders, fuel } = parts
    const labels = [
      litres && t('vehicles:engine.litres', { litres: litres.replace('.', ',') }),
      cylinders && t('vehicles:engine.cylinders', { number: cylinders }),
      fuel && t(`vehicles:engine.fuel.${fuel}`),
    ]
    const text = labels.filter(Boolean).join(' ')
    return text.charAt(0).toUpperCase() + text.slice(1)
  }
}
