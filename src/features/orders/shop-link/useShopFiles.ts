import { useState } from 'react'
import type { ManifestLine } from '#contract/core/documents.ts'
import { INVOICE_MAX_BYTES } from '#contract/core/limits.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { newId } from '#src/offline/ids.ts'
import type { ShopLineHandle } from './useShopLine.ts'

/** Takes photos and papers: shrunk on the phone and kept there at once, before they are part of anything. */
export function useShopFiles(line: ShopLineHandle) {
  const t = useTexts('shop-link')
  const [trouble, setTrouble] = useState('')
  const [isBusy, setIsBusy] = useState(false)

  /** `room`: how many more fit; those beyond it are left out, and it says so. */
  async function take(chosen: readonly File[], room: number): Promise<ManifestLine[]> {
    setTrouble(chosen.length > room ? t('shop-link:file.full') : '')
    setIsBusy(true)
    const taken: ManifestLine[] = []
    // Decoding photos is much code, and most visits take none.
    const { prepareFile } = await import('#src/lib/photo/prepare-file.ts')
    for (const file of chosen.slice(0, room)) {
      const outcome = await prepareFile(file, INVOICE_MAX_BYTES)
      if (!outcome.ok) {
        setTrouble(t('shop-link:file.refused', { name: file.name }))
        continue
      }
      const { bytes, ...facts } = outcome.file
      const id = newId()
      const { file_name: name, content_type: type, byte_size: size, sha256 } = facts
      await line.keepFile({ id, name, type, size, sha256, bytes })
      taken.push({ id, ...facts })
    }
    setIsBusy(false)
    return taken
  }
  return { take, trouble, isBusy }
}
