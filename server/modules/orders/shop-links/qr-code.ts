/** Returns the QR code of an address as SVG, with a white background, which scanners need in dark mode too. */
export async function qrCodeOf(address: string): Promise<string> {
  // Loaded lazily: a megabyte of code that most processes never need.
  const { toSVG } = await import('bwip-js/node')
  return toSVG({ bcid: 'qrcode', text: address, padding: 4, backgroundcolor: 'FFFFFF' })
}
