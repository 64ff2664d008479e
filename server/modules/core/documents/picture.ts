import { limitConcurrency } from '#server/concurrency.ts'

/** More than any phone's camera produces. Limits the memory that one picture can use (S-19). */
const PIXELS_MAX = 40_000_000
/**
 * A picture may need 160 MB while it is decoded. Further ones wait; beyond that the request gets 503 and is repeated
 * (S-19).
 */
const inTurn = limitConcurrency({ running: 2, waiting: 60 })

/**
 * Checks whether the whole picture can be decoded. The result is discarded: files are stored as they were sent, because
 * their digest must match.
 */
export function isWholePicture(bytes: Uint8Array): Promise<boolean> {
  return inTurn(async () => {
    // Loaded on demand, because it takes 10 MB.
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
