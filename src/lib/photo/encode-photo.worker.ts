import { encodePhoto } from './encode-photo.ts'

/** One photo per worker: it is ended after its answer, so that its memory is free at once. */
addEventListener('message', async ({ data }: MessageEvent<{ bytes: ArrayBuffer; maxBytes: number }>) => {
  try {
    const encoded = await encodePhoto(data.bytes, data.maxBytes)
    postMessage({ encoded }, { transfer: [encoded] })
  } catch {
    postMessage({ encoded: undefined })
  }
})
