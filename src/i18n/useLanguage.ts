import i18next from 'i18next'
import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let isListening = false

/** Returns the code of the current language ('en', 'fr'). The component renders again when it changes. */
export function useLanguage(): string {
  return useSyncExternalStore(subscribe, languageOf, languageOf)
}

const languageOf = () => i18next.language

/** One listener of i18next for all components: it searches its list of listeners for each one that leaves. */
function subscribe(listener: () => void): () => void {
  if (!isListening) i18next.on('languageChanged', () => listeners.forEach((notify) => void notify()))
  isListening = true
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
