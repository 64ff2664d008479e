import { describe, expect, it } from 'vitest'
import { createTextDecoder } from './csv-text.ts'

function read(bytes: Uint8Array, pieceLength: number) {
  const decoder = createTextDecoder()
  let text = ''
  for (let at = 0; at < bytes.length; at += pieceLength)
    text += decoder.push(bytes.subarray(at, at + pieceLength))
  return [text + decoder.push(new Uint8Array(0), true), decoder.encoding()]
}
const utf16 = (text: string, isBig: boolean) => {
  const bytes = Buffer.from(text, 'utf16le')
  return isBig ? bytes.swap16() : bytes
}
const LEGACY = Buffer.from('nom\nBérubé \u0080\n', 'latin1')
const LONG = `vin,nom\n${'Camion n° 1 à Montréal €\n'.repeat(400)}`

describe('the decoder of text files', () => {
  it.each([
    ['UTF-8', Buffer.from(LONG), LONG, 'utf-8'],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${LONG}`), LONG, 'utf-8'],
    ['UTF-16 of Windows', utf16(`\ufeff${LONG}`, false), LONG, 'utf-16'],
    ['UTF-16 the other way round', utf16(`\ufeff${LONG}`, true), LONG, 'utf-16'],
    ['UTF-16 without a mark', utf16(LONG, false), LONG, 'utf-16'],
    ['Windows-1252', LEGACY, 'nom\nBérubé €\n', 'windows-1252'],
    ['no bytes at all', Buffer.alloc(0), '', 'utf-8'],
    [
      'two encodings in one file',
      Buffer.concat([Buffer.from('nom\nMontréal\n'), Buffer.from('Québec\n', 'latin1')]),
      'nom\nMontréal\nQuébec\n',
      'mixed',
    ],
    [
      'two encodings in one line',
      Buffer.concat([Buffer.from('Montréal,'), Buffer.from('Québec', 'latin1')]),
      'Montréal,Québec',
      'mixed',
    ],
  ])('reads %s, wherever it is split into chunks', (_what, bytes, text, encoding) => {
    for (const piece of [1, 7, 3000, 1_000_000]) expect(read(bytes, piece)).toEqual([text, encoding])
  })

  it('does not hold back a line that never ends, and cuts no character in it', () => {
    const decoder = createTextDecoder()
    const bytes = Buffer.from(`${'é'.repeat(200_000)} ${'é'.repeat(200_000)}`)
    const first = decoder.push(bytes)
    expect(first.length).toBeGreaterThan(100_000)
    expect(first + decoder.push(new Uint8Array(0), true)).toBe(bytes.toString())
  })
})
