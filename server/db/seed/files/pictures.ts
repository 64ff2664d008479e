import sharp from 'sharp'
import { dottedText } from './receipt-font.ts'

/** Renders a receipt as photographed by a phone: a slip on a table, slightly rotated. JPEG. */
export function receiptPhoto(title: string, lines: readonly string[], tilt: number): Promise<Buffer> {
  const text = [
    dottedText(title, 60, 60, 5),
    ...lines.map((line, index) => dottedText(line, 60, 150 + index * 52, 4)),
  ]
  const height = 240 + lines.length * 52
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="1000">
    <rect width="900" height="1000" fill="#6d5a48"/><path d="M0 300h900M0 640h900M0 880h900" stroke="#5f4e3e" stroke-width="6"/>
    <g transform="translate(80 120) rotate(${tilt} 370 400)"><rect x="10" y="14" width="740" height="${height}" fill="#00000055"/>
    <rect width="740" height="${height}" fill="#fbfaf5"/><path d="${text.join('')}" fill="#2b2b33"/></g></svg>`
  return sharp(Buffer.from(svg)).jpeg({ quality: 62 }).toBuffer()
}

/** Renders a printed card, such as proof of insurance. PNG with few colors. */
export function cardScan(title: string, lines: readonly string[], color: string): Promise<Buffer> {
  const text = lines.map((line, index) => dottedText(line, 50, 180 + index * 90, 6)).join('')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="600"><rect width="1000" height="600" fill="#ffffff"/>
    <rect x="12" y="12" width="976" height="576" rx="28" fill="#f4f6f8" stroke="${color}" stroke-width="6"/>
    <path d="M12 40a28 28 0 0 1 28-28h920a28 28 0 0 1 28 28v78h-976z" fill="${color}"/>
    <path d="${dottedText(title, 50, 50, 5)}" fill="#ffffff"/><path d="${text}" fill="#22303c"/></svg>`
  return sharp(Buffer.from(svg)).png({ palette: true, colors: 16 }).toBuffer()
}
