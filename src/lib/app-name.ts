/** Returns the brand's name for this app, which the server puts into the page. */
export function appName(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content || 'Wheelbook'
}
