/** The name under which the brand runs this app, from the page that the server filled in. */
export function appName(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content || 'Wheelbook'
}
