/** An address as a QR code: an SVG picture with a white ground, which readers need in the dark too. */
export async function qrCodeOf(address: string): Promise<string> {
  // A megabyte of code that hardly any start needs.
  const { toSVG } = await import('bwip-js/node')
  return toSVG({ bcid: 'qrcode', text: address, padding: 4, backgroundcolor: 'FFFFFF' })
}
