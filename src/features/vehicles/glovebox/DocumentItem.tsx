import { type ReactNode, useState } from 'react'
import type { GloveboxItem } from '#contract/vehicles/glovebox.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useDocumentBlob } from '#src/local-data/useDocumentBlob.ts'
import type { LocalRow } from '#src/offline/model/api/cache-api.ts'
import { DocumentViewer } from './DocumentViewer.tsx'
import { DocumentRow } from './parts/DocumentRow.tsx'
import { useDocumentTitle } from './useDocumentTitle.ts'

/** One document of a list with its thumbnail. Opens the current file. */
export function DocumentItem({
  localRow,
  actions,
}: {
  localRow: LocalRow<GloveboxItem>
  actions?: ReactNode
}) {
  const t = useTexts('glovebox')
  const titleOf = useDocumentTitle()
  const [isOpen, setOpen] = useState(false)
  const { row } = localRow
  const file = row.glovebox_documents.at(-1)
  const blob = useDocumentBlob(file?.content_type.startsWith('image/') ? file.id : undefined)
  const title = titleOf(row)
  const detail = [row.insurance_name ?? row.state_id, row.document_number].filter(Boolean).join(' · ')
  return (
    <>
      <DocumentRow
        localRow={localRow}
        title={title}
        detail={detail}
        openLabel={t('glovebox:open', { title })}
        blob={blob}
        onOpen={() => setOpen(true)}
        actions={actions}
      />
      {isOpen && <DocumentViewer item={row} onClose={() => setOpen(false)} />}
    </>
  )
}
