import Folder from '@mui/icons-material/FolderOpenOutlined'
import Button from '@mui/material/Button'
import type { GloveboxItem } from '#contract/vehicles/glovebox.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useFirstLoad } from '#src/local-data/useFirstLoad.ts'
import type { LocalRow } from '#src/offline/model/api/cache-api.ts'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { Section } from '#src/ui/layout/Section.tsx'
import { ListStates } from '#src/ui/list/ListStates.tsx'
import { DocumentItem } from './DocumentItem.tsx'

interface GloveboxSectionProps {
  /** Undefined while loading. */
  items: readonly LocalRow<GloveboxItem>[] | undefined
  /** Opens the dialog that adds, replaces and deletes documents. */
  onManage: () => void
}

/** A vehicle's documents on its page (VEH-090). */
export function GloveboxSection({ items, onManage }: GloveboxSectionProps) {
  const t = useTexts('glovebox')
  const firstLoad = useFirstLoad()
  const manage = (
    <Button size="small" startIcon={<Folder />} onClick={onManage}>
      {t('glovebox:manage')}
    </Button>
  )
  return (
    <Section title={t('glovebox:title')} actions={manage}>
      <ListStates
        {...firstLoad}
        total={items?.length}
        rows={2}
        rowHeight={72}
        empty={
          <EmptyState
            icon={<Folder />}
            title={t('glovebox:empty.title')}
            message={t('glovebox:empty.message')}
          />
        }
      >
        <ul>
          {items?.map((localRow) => (
            <DocumentItem key={localRow.row.id} localRow={localRow} />
          ))}
        </ul>
      </ListStates>
    </Section>
  )
}
