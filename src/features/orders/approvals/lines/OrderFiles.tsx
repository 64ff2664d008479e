import type { MaintenanceDocument } from '#contract/maintenance/history-record.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { PlainLink } from '#src/ui/link/PlainLink.tsx'

/** Photos of a service, or invoices of an order, from the shop. Each opens in full size. */
export function OrderFiles({ files }: { files: readonly MaintenanceDocument[] }) {
  const here = files.filter(({ state }) => state === 'stored')
  if (here.length === 0) return null
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 0.5 }}>
      {here.map(({ id, file_name, content_type, invoice_document_url: { url } }) => (
        <PlainLink key={id} href={url}>
          {content_type === 'application/pdf' ? (
            file_name
          ) : (
            <Box
              component="img"
              src={url}
              alt={file_name}
              loading="lazy"
              sx={{ width: 72, height: 72, objectFit: 'cover', borderRadius: 1, display: 'block' }}
            />
          )}
        </PlainLink>
      ))}
    </Box>
  )
}
