import { useTexts } from '#src/i18n/useTexts.ts'

/** Returns a function that translates the server's name of a position; unknown names stay as they are. */
export function usePositionName() {
  const t = useTexts('services')
  return (position: string) =>
    t(`services:position.${position}` as 'services:position.front', { defaultValue: position })
}
