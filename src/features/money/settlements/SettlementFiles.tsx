import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FuelCardProvider, type SettlementFile } from '#contract/money/settlements.ts'
import { downloadByTicket } from '#src/api/download-by-ticket.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { createFormatter } from '#src/lib/format/format.ts'
import { useListFailure } from '#src/local-data/useListFailure.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { useSessionCan } from '#src/session/useSessionCan.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { SelectInput } from '#src/ui/form/SelectInput.tsx'
import { Section } from '#src/ui/layout/Section.tsx'
import { ActionRow } from '#src/ui/list/ActionRow.tsx'
import { ListStates } from '#src/ui/list/ListStates.tsx'
import { ShowMoreButton } from '#src/ui/list/ShowMoreButton.tsx'
import { settlementFilesQuery } from './settlements.queries.ts'

/** Daily billing files for WEX and Fleetcor, for staff of the management company (ruling 29). */
export function SettlementFiles() {
  return useSessionCan('settlements.read') ? <Files /> : null
}

function Files() {
  const t = useTexts('order-payments')
  const [provider, setProvider] = useState<FuelCardProvider>()
  const pages = useInfiniteQuery(settlementFilesQuery(provider))
  const list = useListFailure(pages)
  const files = pages.data?.pages.flatMap((page) => page.settlement_files)
  return (
    <Section title={t('order-payments:settlements.title')}>
      <Stack sx={{ gap: 1.5 }}>
        <Box sx={{ maxWidth: 240 }}>
          <SelectInput
            isFilter
            label={t('order-payments:settlements.provider')}
            value={provider ?? ''}
            empty={t('order-payments:settlements.all')}
            onChange={(next) => setProvider(next || undefined)}
            options={FuelCardProvider.options.map((value) => ({ value, label: value }))}
          />
        </Box>
        <ListStates
          {...list}
          total={files?.length}
          onClear={provider && (() => setProvider(undefined))}
          offline={{ message: t('order-payments:offline') }}
          rows={3}
          rowHeight={72}
          empty={
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {t('order-payments:settlements.none')}
            </Typography>
          }
        >
          <ul aria-label={t('order-payments:settlements.title')}>
            {files?.map((file) => (
              <File key={file.id} file={file} />
            ))}
          </ul>
        </ListStates>
        <ShowMoreButton pages={pages}>{t('order-payments:settlements.more')}</ShowMoreButton>
      </Stack>
    </Section>
  )
}

function File({ file }: { file: SettlementFile }) {
  const t = useTexts('order-payments')
  const format = useFormat()
  const isOnline = useOnline()
  const { id, provider, charges, refunds, totals, submitted_at } = file
  const day = format.date(file.day)
  const amounts = totals.map(({ currency, amount }) =>
    createFormatter({ country: currency === 'CAD' ? 'CA' : 'US', language: format.language }).money(amount),
  )
  const facts = [
    t('order-payments:settlements.charges', { count: charges }),
    refunds > 0 && t('order-payments:settlements.refunds', { count: refunds }),
    submitted_at
      ? t('order-payments:settlements.delivered', { time: format.dateTime(submitted_at) })
      : t('order-payments:settlements.pending'),
  ]
  const notReady =
    (!isOnline && t('order-payments:offline')) || (!submitted_at && t('order-payments:settlements.notReady'))
  return (
    <ActionRow
      title={[provider, day].join(' · ')}
      text={amounts.join(' · ')}
      note={facts.filter(Boolean).join(' · ')}
      action={{
        label: t('order-payments:settlements.download'),
        name: t('order-payments:settlements.downloadOf', { provider, day }),
        disabledReason: notReady,
        onClick: () => void downloadByTicket(`/settlement_files/${id}/csv`, {}),
      }}
    />
  )
}
