import i18next from 'i18next'
import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let isListening = false

/** Returns the code of the current language ('en', 'fr'). The component renders again when it changes. */
export function useLanguage(): string {
  return useSyncExternalStore(subscribe, languageOf, languageOf)
}

const languageOf = () => i18next.language

/** Shares one i18next listener, because i18next searches its whole list of listeners for each component that unmounts. */
function subscribe(listener: () => void): () => void {
  if (!isListening) i18next.on('languageChanged', () => listeners.forEach((notify) => void notify()))
  isListening = true
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
