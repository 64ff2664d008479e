import { BarcodeDetector, prepareZXingModule } from 'barcode-detector/ponyfill'
import reader from 'zxing-wasm/reader/zxing_reader.wasm?url'
import { FORMATS } from './formats.ts'

// Loads it from our own build; by default ZXing requests a third-party host.
prepareZXingModule({ overrides: { locateFile: () => reader } })
const detector = new BarcodeDetector({ formats: [...FORMATS] })

addEventListener('message', async ({ data: picture }: MessageEvent<ImageData>) => {
  const codes = await detector.detect(picture).catch(() => null)
  postMessage({ texts: codes?.map(({ rawValue }) => rawValue) ?? null })
})
