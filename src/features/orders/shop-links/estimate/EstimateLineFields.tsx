import Delete from '@mui/icons-material/DeleteOutlined'
import Edit from '@mui/icons-material/EditOutlined'
import IconButton from '@mui/material/IconButton'
import Paper from '@mui/material/Paper'
import { ESTIMATE_PHOTOS_MAX, SHOP_NOTE_MAX } from '#domain/core/limits.ts'
import { PositionPicker } from '#src/features/catalog/services/PositionPicker.tsx'
import { ShopFiles } from '#src/features/orders/shop-links/ShopFiles.tsx'
import { type OnPreparing, useShopFiles } from '#src/features/orders/shop-links/useShopFiles.ts'
import { useFieldTexts } from '#src/i18n/useFieldTexts.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import type { ShopQueue } from '#src/offline/shop/shop-queue.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { ErrorAlert } from '#src/ui/feedback/ErrorAlert.tsx'
import { StatusChip } from '#src/ui/feedback/StatusChip.tsx'
import { FilePicker } from '#src/ui/file/FilePicker.tsx'
import { THUMB_SIZE } from '#src/ui/file/FileThumb.tsx'
import { PreparingFile } from '#src/ui/file/PreparingFile.tsx'
import { NumberInput } from '#src/ui/form/NumberInput.tsx'
import { TextInput } from '#src/ui/form/TextInput.tsx'
import type { DraftLine, LineError } from './estimate-draft.ts'

interface EstimateLineFieldsProps {
  queue: ShopQueue
  name: string
  positions: readonly string[]
  value: DraftLine
  fault: LineError | null
  /** `step` receives the current line. */
  onChange: (step: (line: DraftLine) => DraftLine) => void
  onRemove: () => void
  /** Reports photos of this line that are being prepared. Without it, the line accepts no photos. */
  onPreparing?: OnPreparing
  /** Describes how the line differs from the approved one. */
  mark?: string | undefined
}

/** One service of the estimate. */
export function EstimateLineFields(props: EstimateLineFieldsProps) {
  const { queue, name, positions, value, fault, onChange, onRemove, onPreparing, mark } = props
  const t = useTexts('shop-link')
  const textOf = useFieldTexts()
  const { take, trouble, preparing } = useShopFiles(queue, onPreparing)
  const priceError =
    fault === 'price_too_high'
      ? textOf({ price: ['price_too_high'] }, 'price')
      : fault === 'price'
        ? t('shop-link:estimate.priceMissing')
        : undefined
  const set = (part: Partial<DraftLine>) => onChange((line) => ({ ...line, ...part }))
  const add = (chosen: File[]) =>
    take(chosen, ESTIMATE_PHOTOS_MAX - value.photos.length, (photo) =>
      onChange((line) => ({ ...line, photos: [...line.photos, photo] })),
    )
  const isFull = value.photos.length >= ESTIMATE_PHOTOS_MAX
  return (
    <Paper variant="outlined" role="group" aria-label={name} sx={{ p: 2, display: 'grid', gap: 2 }}>
      <Stack direction="row" sx={{ alignItems: 'center', gap: 1 }}>
        <Typography variant="h3" sx={{ flex: 1, overflowWrap: 'anywhere' }}>
          {name}
        </Typography>
        <IconButton
          edge="end"
          aria-label={t('shop-link:estimate.remove', { service: name })}
          onClick={onRemove}
        >
          <Delete />
        </IconButton>
      </Stack>
      {mark && <StatusChip tone="warning" icon={<Edit />} label={mark} />}
      {fault === 'double' && <ErrorAlert message={t('shop-link:estimate.double')} />}
      {positions.length > 0 && (
        <PositionPicker
          isRequired
          positions={positions}
          value={value.position}
          onChange={(position) => set({ position })}
          error={fault === 'position' ? t('shop-link:estimate.positionMissing') : undefined}
        />
      )}
      <NumberInput
        required
        decimals={2}
        label={t('shop-link:estimate.price')}
        value={value.price}
        onChange={(price) => set({ price })}
        error={priceError}
      />
      <TextInput
        label={t('shop-link:estimate.note')}
        value={value.note}
        onChange={(note) => set({ note })}
        rows={2}
        maxLength={SHOP_NOTE_MAX}
      />
      {onPreparing && (
        <>
          <ShopFiles
            queue={queue}
            files={value.photos}
            onRemove={(id) => set({ photos: value.photos.filter((photo) => photo.id !== id) })}
          />
          {preparing !== undefined && <PreparingFile fileName={preparing} height={THUMB_SIZE} />}
          {trouble && <AlertBox type="error" message={trouble} />}
          <FilePicker
            multiple
            onPhotos={(chosen) => void add(chosen)}
            onFiles={(chosen) => void add(chosen)}
            disabledReason={
              (preparing !== undefined && t('shop-link:file.busy')) || (isFull && t('shop-link:file.full'))
            }
          />
        </>
      )}
    </Paper>
  )
}
