import CheckCircle from '@mui/icons-material/CheckCircleOutlined'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { closeTray } from '#src/features/home/outbox/tray-store.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useLiveOptional } from '#src/local-data/useLive.ts'
import { useOffline } from '#src/local-data/useOffline.ts'
import type { OfflineCache } from '#src/offline/model/api/cache-api.ts'
import type { Receipt } from '#src/offline/model/api/outbox-api.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { TextLink } from '#src/ui/link/TextLink.tsx'
import { editTargetOf } from './entry-facts.ts'
import { useEntryText } from './useEntryText.ts'

const pageSize = 20

/** Arrived entries, newest first. */
export function SentList() {
  const t = useTexts('outbox')
  const { outbox, cache } = useOffline()
  const [count, setCount] = useState(pageSize)
  const all = useLiveOptional(outbox.receipts)
  const receipts = all?.slice(0, count)
  const { data: rows } = useQuery({
    queryKey: ['sent', receipts?.map(({ opId }) => opId)],
    queryFn: () => Promise.all((receipts ?? []).map((receipt) => rowOf(cache, receipt))),
    enabled: receipts !== undefined,
    gcTime: 0,
  })
  if (!all || !receipts) return null
  if (receipts.length === 0) {
    return <Typography sx={{ color: 'text.secondary' }}>{t('outbox:tray.sent.empty')}</Typography>
  }
  return (
    <>
      <Stack component="ul" sx={{ gap: 1.5 }}>
        {receipts.map((receipt, index) => (
          <SentEntry key={receipt.opId} receipt={receipt} row={rows?.[index]} />
        ))}
      </Stack>
      {all.length > count && (
        <Button size="small" sx={{ mt: 1 }} onClick={() => setCount(count + pageSize)}>
          {t('outbox:tray.sent.more', { count: all.length - count })}
        </Button>
      )}
    </>
  )
}

type Row = Awaited<ReturnType<typeof rowOf>>

/** The cached row of the entry: where it opens, and its values if the receipt has none. */
async function rowOf(cache: OfflineCache, { kind, entityId }: Receipt) {
  const live = kind.startsWith('glovebox') ? cache.gloveboxItem(entityId) : cache.history(entityId)
  return (await live.current())?.row
}

function SentEntry({ receipt, row }: { receipt: Receipt; row: Row }) {
  const t = useTexts('outbox')
  const { asOf } = useFormat()
  const textOf = useEntryText()
  // Described by its receipt: the row may have left this device, or be on a vehicle that the user no longer sees.
  const vehicleId = receipt.vehicleId || (row?.vehicle_id ?? 0)
  const text = textOf({ ...receipt, vehicleId, payload: receipt.payload ?? payloadOf(row) })
  // A deleted entry has no link.
  const target = row && editTargetOf({ ...receipt, vehicleId: row.vehicle_id })
  return (
    <Box component="li" sx={{ display: 'flex', gap: 1 }}>
      <CheckCircle aria-hidden sx={{ fontSize: 20, color: 'success.main', mt: 0.125 }} />
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        {target ? (
          <TextLink {...target} onClick={() => closeTray()} variant="body2" sx={{ fontWeight: 600 }}>
            {text.vehicle}
          </TextLink>
        ) : (
          <Typography variant="body2" sx={{ fontWeight: 600 }}>
            {text.vehicle}
          </Typography>
        )}
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {[text.title, text.details, t('outbox:tray.sent.at', { time: asOf(receipt.ackedAt) })]
            .filter(Boolean)
            .join(' · ')}
        </Typography>
      </Box>
    </Box>
  )
}

/** Converts a server row to the payload's field names. */
function payloadOf(row: Row): unknown {
  if (!row) return null
  return { fields: 'order_services' in row ? { ...row, vehicle_services: row.order_services } : row }
}
