import type { ServiceDefinition } from '#contract/catalog/services.ts'
import type { ShopOrder } from '#contract/orders/shop-order.ts'
import { usePositionName } from '#src/features/catalog/services/usePositionName.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { currentLanguage } from '#src/i18n/i18n.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import type { ShopOp } from '#src/offline/shop/shop-op.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { ConfirmDialog } from '#src/ui/dialog/ConfirmDialog.tsx'

interface DismissDialogProps {
  /** The refused entry; null: the dialog is closed. */
  op: ShopOp | null
  order: ShopOrder
  services: readonly ServiceDefinition[]
  onConfirm: () => void
  onCancel: () => void
}

/** Whether an entry contains something typed or a file, which dismissing it deletes. */
export const hasTypedContent = ({ kind, body }: ShopOp): boolean =>
  kind === 'file' || kind === 'estimate' || kind === 'complete' || kind === 'invoice' || Boolean(body.note)

/** Confirms that a refused entry is given up, and names everything in it. */
export function DismissDialog({ op, order, services, onConfirm, onCancel }: DismissDialogProps) {
  const t = useTexts('shop-link')
  const contents = useContents(order, services)
  return (
    <ConfirmDialog
      open={op !== null}
      isDestructive
      title={t('shop-link:refused.lose.title')}
      message={
        <>
          {t('shop-link:refused.lose.message')}
          <Box sx={{ mt: 1, whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
            {op && contents(op).join('\n')}
          </Box>
        </>
      }
      confirmLabel={t('shop-link:refused.lose.confirm')}
      onConfirm={onConfirm}
      onCancel={onCancel}
    />
  )
}

/** A sent body, as far as the dialog names it. */
interface Body {
  lines?: readonly {
    service_definition_id: number
    price: string
    position?: string
    note?: string
    photos?: readonly { file_name: string }[]
  }[]
  odometer?: number
  invoice_number?: string
  note?: string
  documents?: readonly { file_name: string }[]
  file_name?: string
}

function useContents(order: ShopOrder, services: readonly ServiceDefinition[]) {
  const t = useTexts('shop-link')
  const format = useFormat()
  const positionOf = usePositionName()
  const isFrench = currentLanguage() === 'fr'
  const serviceOf = (id: number) => {
    const service =
      services.find((service) => service.id === id) ??
      order.lines.find((line) => line.service_definition_id === id)
    return service ? (isFrench ? service.name_fr : service.name_en) : t('shop-link:estimate.unknown')
  }
  const fact = (label: string, value: string) => t('shop-link:refused.lose.fact', { label, value })
  return ({ kind, body }: ShopOp): string[] => {
    const { lines = [], odometer, invoice_number, note, documents = [], file_name } = body as Body
    const files = [...lines.flatMap(({ photos = [] }) => photos), ...documents]
    return [
      ...(kind === 'complete' ? [t('shop-link:finish.complete')] : []),
      ...lines.map((line) =>
        fact(
          serviceOf(line.service_definition_id) + (line.position ? ` (${positionOf(line.position)})` : ''),
          [format.money(line.price), ...(line.note ? [line.note] : [])].join(' · '),
        ),
      ),
      ...(odometer === undefined
        ? []
        : [fact(t('shop-link:finish.odometer'), format.distance(odometer, order.odometer_units))]),
      ...(invoice_number ? [fact(t('shop-link:finish.number'), invoice_number)] : []),
      ...(note ? [fact(t('shop-link:appointment.why'), note)] : []),
      ...files.map((file) => file.file_name),
      ...(file_name ? [file_name] : []),
    ]
  }
}
