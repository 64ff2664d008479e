import type { GloveboxItem } from '#contract/vehicles/glovebox.ts'
import { useDocumentBlob } from '#src/local-data/useDocumentBlob.ts'
import { FileViewer } from '#src/ui/file/FileViewer.tsx'
import { useDocumentTitle } from './useDocumentTitle.ts'

/** The current file of a document in full screen, also offline (GLV-030, OFF-009). */
export function DocumentViewer({ item, onClose }: { item: GloveboxItem; onClose: () => void }) {
  const titleOf = useDocumentTitle()
  const file = item.glovebox_documents.at(-1)
  const blob = useDocumentBlob(file?.id)
  return (
    <FileViewer
      open
      onClose={onClose}
      title={titleOf(item)}
      fileName={file?.file_name ?? ''}
      contentType={file?.content_type ?? ''}
      blob={file ? blob : null}
      isAwaited={file?.state === 'awaited'}
    />
  )
}
