import { detectLanguage } from '#src/i18n/device-language.ts'

/**
 * Shows that the app's code could not be loaded, which on a first visit may be one lost request, with a button that loads
 * the page again. The server embeds the text (server/http/pages/start-failed.ts), because nothing else may have loaded.
 */
export function showStartFailure(error: unknown): void {
  console.error(error)
  const root = document.getElementById('root')
  const template = document.getElementById('start-failed')
  // `vite dev` embeds no text.
  if (!root || !(template instanceof HTMLTemplateElement)) return
  root.replaceChildren(template.content.cloneNode(true))
  const language = detectLanguage()
  for (const text of root.querySelectorAll<HTMLElement>('[lang]')) if (text.lang !== language) text.remove()
  root.querySelector('button')?.addEventListener('click', () => location.reload())
  addEventListener('online', () => location.reload(), { once: true })
}
