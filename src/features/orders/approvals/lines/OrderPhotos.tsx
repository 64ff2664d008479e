import type { Order } from '#contract/orders/order.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { PlainLink } from '#src/ui/link/PlainLink.tsx'

/** The shop's photos of one service. Each opens in full size. */
export function OrderPhotos({ photos }: { photos: Order['photos'] }) {
  const here = photos.filter(({ state }) => state === 'stored')
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
