import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { Plugin } from 'vite'

const compressBrotli = promisify(brotliCompress)

/** Precompresses files next to the originals, because the best compression takes about a second. */
export function precompressed(): Plugin {
  return {
    name: 'wheelbook:precompressed',
    apply: 'build',
    async writeBundle({ dir = 'dist' }, bundle) {
      for (const file of Object.values(bundle)) {
        const body = file.type === 'chunk' ? file.code : file.source
        if (!/\.(js|css|json)$/.test(file.fileName) || body.length < 1400) continue
        const small = await compressBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })
        await writeFile(resolve(dir, `${file.fileName}.br`), small)
      }
    },
  }
}
