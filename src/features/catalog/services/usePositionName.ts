import { plainCode } from '#domain/core/plain-text.ts'
import { useTexts } from '#src/i18n/useTexts.ts'

/** Returns a function that translates the server's name of a position; an unknown one becomes words. */
export function usePositionName() {
  const t = useTexts('services')
  return (position: string) =>
    t(`services:position.${position}` as 'services:position.front', { defaultValue: plainCode(position) })
}
