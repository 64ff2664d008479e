import Add from '@mui/icons-material/Add'
import { useState } from 'react'
import type { GloveboxItem } from '#contract/vehicles/glovebox.ts'
import { canEditDocument, DOCUMENT_TYPES, type DocumentType } from '#domain/access/permissions.ts'
import { useOutcomeOf } from '#src/forms/useOutcomeOf.ts'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useFirstLoad } from '#src/local-data/useFirstLoad.ts'
import type { LocalRow } from '#src/offline/model/api/cache-api.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { Box } from '#src/ui/box/Box.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { ResponsiveDialog } from '#src/ui/dialog/ResponsiveDialog.tsx'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { ActionButton } from '#src/ui/form/ActionButton.tsx'
import { ListStates } from '#src/ui/list/ListStates.tsx'
import { DocumentItem } from './DocumentItem.tsx'
import { DocumentForm } from './form/DocumentForm.tsx'
import { EditableDocument } from './form/EditableDocument.tsx'
import { useDocumentTypes } from './useDocumentTitle.ts'

interface GloveboxDialogProps {
  vehicle: { id: number; name: string }
  /** Undefined while loading. */
  items: readonly LocalRow<GloveboxItem>[] | undefined
  /** Opened by a list icon: read-only (GLV-016), and only this type. */
  readOnlyType?: DocumentType
  /** Opens the form of this document at once: from the tray. */
  editId?: string | undefined
  onClose: () => void
}

type Editing = { localRow: LocalRow<GloveboxItem> | null; type: DocumentType }

/** The last action in this dialog. */
export type GloveboxChange = { act: 'saved' | 'deleted'; opId: string }

/** The glovebox of a vehicle: its documents by type, to open, add, replace and delete (GLV-001). */
export function GloveboxDialog({ vehicle, items, readOnlyType, editId, onClose }: GloveboxDialogProps) {
  const t = useTexts('glovebox')
  const [editing, setEditing] = useState<Editing | 'none' | undefined>()
  const [news, setNews] = useState<GloveboxChange>()
  const firstLoad = useFirstLoad()
  const requested = items?.find((localRow) => localRow.row.id === editId)
  const shown = editing ?? (requested && { localRow: requested, type: requested.row.document_type })
  return (
    <>
      <ResponsiveDialog open onClose={onClose} title={t('glovebox:dialogTitle', { vehicle: vehicle.name })}>
        <Stack sx={{ gap: 2 }}>
          {news && <News news={news} onClose={() => setNews(undefined)} />}
          <ListStates
            {...firstLoad}
            total={items && DOCUMENT_TYPES.length}
            rows={4}
            rowHeight={72}
            empty={null}
          >
            {items &&
              DOCUMENT_TYPES.filter((type) => !readOnlyType || type === readOnlyType).map((type) => (
                <TypeGroup
                  key={type}
                  type={type}
                  items={items.filter((localRow) => localRow.row.document_type === type)}
                  readOnly={readOnlyType !== undefined}
                  onEdit={setEditing}
                  onNews={setNews}
                />
              ))}
          </ListStates>
        </Stack>
      </ResponsiveDialog>
      {shown && shown !== 'none' && (
        <DocumentForm
          key={shown.localRow?.row.id ?? shown.type}
          vehicleId={vehicle.id}
          {...shown}
          onClose={() => setEditing('none')}
          onSaved={(opId) => {
            setEditing('none')
            setNews({ act: 'saved', opId })
          }}
        />
      )}
    </>
  )
}

interface TypeGroupProps {
  type: DocumentType
  items: readonly LocalRow<GloveboxItem>[]
  readOnly: boolean
  onEdit: (editing: Editing) => void
  onNews: (news: GloveboxChange) => void
}

function TypeGroup({ type, items, readOnly, onEdit, onNews }: TypeGroupProps) {
  const t = useTexts('glovebox')
  const { user } = useSession()
  const types = useDocumentTypes()
  const reason = !canEditDocument(user, type) && t('glovebox:notAllowed')
  return (
    <Box component="section" aria-label={types[type]}>
      <Stack direction="row" sx={{ alignItems: 'center', justifyContent: 'space-between', gap: 1 }}>
        <Typography variant="h3">{types[type]}</Typography>
        {!readOnly && (
          <ActionButton
            size="small"
            startIcon={<Add />}
            disabledReason={reason}
            aria-label={t('glovebox:addType', { type: types[type] })}
            onClick={() => onEdit({ localRow: null, type })}
          >
            {t('glovebox:add')}
          </ActionButton>
        )}
      </Stack>
      {items.length === 0 && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('glovebox:none')}
        </Typography>
      )}
      <ul>
        {items.map((localRow) =>
          readOnly ? (
            <DocumentItem key={localRow.row.id} localRow={localRow} />
          ) : (
            <EditableDocument
              key={localRow.row.id}
              localRow={localRow}
              reason={reason}
              onEdit={() => onEdit({ localRow, type })}
              onDeleted={(opId) => onNews({ act: 'deleted', opId })}
            />
          ),
        )}
      </ul>
    </Box>
  )
}

/** The outcome of a save or delete. Never 'saved' while it is only on this phone (interface rule 2). */
function News({ news, onClose }: { news: GloveboxChange; onClose: () => void }) {
  const t = useTexts('glovebox')
  const textOf = useFailureText()
  const { act, opId } = news
  const outcome = useOutcomeOf(opId)
  if (!outcome || outcome.end === 'removed') return null
  if (outcome.end === 'refused') {
    const title = act === 'saved' ? t('glovebox:uploadFailed') : t('glovebox:deleteFailed')
    const code = outcome.entry.trouble?.code ?? 'validation'
    return <AlertBox type="error" title={title} message={textOf({ code, messages: [] })} onClose={onClose} />
  }
  const message = {
    saved: { sent: t('glovebox:saved'), waiting: t('glovebox:savedHere') },
    deleted: { sent: t('glovebox:deleted'), waiting: t('glovebox:deletedHere') },
  }[act][outcome.end]
  return (
    <AlertBox type={outcome.end === 'sent' ? 'success' : 'default'} message={message} onClose={onClose} />
  )
}
