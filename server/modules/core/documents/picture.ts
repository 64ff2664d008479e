import { limitConcurrency } from '#server/concurrency.ts'

/** More than any phone's camera takes; a bound against pictures that explode when opened (S-19). */
const PIXELS_MAX = 40_000_000
/** Each may take some 160 MB while it is decoded; the rest wait, and past these it is 503 and the phone comes back (S-19). */
const inTurn = limitConcurrency({ running: 2, waiting: 60 })

/**
 * Whether a picture can be decoded to its last line. It is decoded at a small size and thrown away: files are stored
 * as they were sent, since their digest is the promise.
 */
export function isWholePicture(bytes: Uint8Array): Promise<boolean> {
  return inTurn(async () => {
    // Loaded on demand: a server that has seen no picture does without its 10 MB.
    const { default: sharp } = await import('sharp')
    try {
      const picture = sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'error', sequentialRead: true })
      await picture.resize(32, 32, { fit: 'inside' }).raw().toBuffer()
      return true
    } catch {
      return false
    }
  })
}
