import { scriptAddress } from '#src/lib/script-address.ts'
import { FORMATS } from './formats.ts'
import workerAddress from './read-codes.worker.ts?worker&url'

/** Decodes the codes in a picture to text. */
export interface CodeReader {
  read(picture: ImageData): Promise<string[]>
  close(): void
}

interface DetectorClass {
  new (options: {
    formats: readonly string[]
  }): { detect(picture: ImageData): Promise<{ rawValue: string }[]> }
  getSupportedFormats(): Promise<string[]>
}

/** Uses the browser's own reader if it supports all our formats, else ours in a worker. */
export async function openCodeReader(): Promise<CodeReader> {
  const { BarcodeDetector: Own } = globalThis as { BarcodeDetector?: DetectorClass }
  const known: string[] = (await Own?.getSupportedFormats().catch(() => [])) ?? []
  if (!Own || !FORMATS.every((format) => known.includes(format))) return workerReader()
  const detector = new Own({ formats: FORMATS })
  return {
    read: async (picture) => (await detector.detect(picture)).map(({ rawValue }) => rawValue),
    close: () => undefined,
  }
}

/**
 * ZXing as WebAssembly. Runs in a worker, because only the worker's policy allows WebAssembly
 * (server/http/pages/assets.ts).
 */
function workerReader(): CodeReader {
  const worker = new Worker(scriptAddress(workerAddress), { type: 'module' })
  return {
    read: (picture) =>
      new Promise((resolve, reject) => {
        worker.onmessage = ({ data }: MessageEvent<{ texts: string[] | null }>) =>
          data.texts ? resolve(data.texts) : reject(new Error('The reader of codes failed'))
        worker.onerror = () => reject(new Error('The reader of codes could not be loaded'))
        worker.postMessage(picture)
      }),
    close: () => worker.terminate(),
  }
}
