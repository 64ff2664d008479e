import { useTexts } from '#src/i18n/useTexts.ts'

/** The name of a position of a service, by the server's word for it; that word itself where it has no name here. */
export function usePositionName() {
  const t = useTexts('services')
  return (position: string) =>
    t(`services:position.${position}` as 'services:position.front', { defaultValue: position })
}
