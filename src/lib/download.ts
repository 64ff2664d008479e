/** Hands bytes to the browser's downloads under a name. */
export function downloadFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  document.body.append(link)
  link.click()
  link.remove()
  // The browser has taken the address over by the next turn; a minute is for slow ones.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
