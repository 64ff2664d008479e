import { scriptAddress } from '../script-address.ts'
import { encodePhoto } from './encode-photo.ts'
import workerAddress from './encode-photo.worker.ts?worker&url'

/**
 * `encodePhoto` beside the page's own thread where the browser can, so that typing goes on while a photo shrinks;
 * in the page where it cannot. Throws when the browser cannot decode the picture.
 */
export async function shrinkPhoto(bytes: ArrayBuffer, maxBytes: number): Promise<ArrayBuffer> {
  const encoded = typeof OffscreenCanvas === 'function' ? await inWorker(bytes, maxBytes) : undefined
  return encoded ?? encodePhoto(bytes, maxBytes)
}

/** Undefined when the worker could not start or could not decode: the page then tries by itself. */
function inWorker(bytes: ArrayBuffer, maxBytes: number): Promise<ArrayBuffer | undefined> {
  return new Promise((resolve) => {
    try {
      const worker = new Worker(scriptAddress(workerAddress), { type: 'module' })
      const finish = (encoded: ArrayBuffer | undefined) => {
        worker.terminate()
        resolve(encoded)
      }
      worker.onmessage = ({ data }: MessageEvent<{ encoded: ArrayBuffer | undefined }>) =>
        finish(data.encoded)
      worker.onerror = () => finish(undefined)
      worker.postMessage({ bytes, maxBytes })
    } catch {
      resolve(undefined)
    }
  })
}
