import type { UnsentCount } from '#src/offline/model/unsent-count.ts'
import { useTexts } from './useTexts.ts'

/** Formats waiting entries and files: '3 entries and 2 files'. */
export function useWaitingText() {
  const t = useTexts()
  return ({ entries, files }: UnsentCount): string => {
    const ofEntries = t('common:held.entries', { count: entries })
    if (files === 0) return ofEntries
    const ofFiles = t('common:held.files', { count: files })
    return entries === 0 ? ofFiles : t('common:held.both', { entries: ofEntries, files: ofFiles })
  }
}
