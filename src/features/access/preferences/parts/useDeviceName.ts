import type { OwnSession } from '#contract/access/own-sessions.ts'
import { useTexts } from '#src/i18n/useTexts.ts'

/** Returns a function that names a device by its browser and operating system. */
export function useDeviceName() {
  const t = useTexts('preferences')
  return ({ browser, system }: Pick<OwnSession, 'browser' | 'system'>): string => {
    if (browser && system) return t('preferences:devices.name', { browser, system })
    return browser ?? system ?? t('preferences:devices.unknown')
  }
}
