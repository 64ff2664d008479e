/** Downloads a blob through the browser under a file name. */
export function downloadFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  document.body.append(link)
  link.click()
  link.remove()
  // The browser usually reads the URL at once; one minute covers slow devices.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
