import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { SavedView, SavedViewInput } from '#contract/home/saved-views.ts'
import { isCompanyList, type ViewList } from '#domain/home/saved-view-rules.ts'
import { api } from '#src/api/client.ts'
import { useWrite, type Write } from '#src/forms/useWrite.ts'
import type { WriteContext } from '#src/forms/write-mutation.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useToast } from '#src/ui/feedback/ToastProvider.tsx'
import { savedViewsQuery } from './saved-views.queries.ts'

/**
 * Saves and deletes views, online only. A deletion can be undone, because the same view is saved again. Calls `onSaved`
 * only while the list is on the screen.
 */
export function useViewWrites(list: ViewList, onSaved: (view: SavedView) => void) {
  const t = useTexts('saved-views')
  const toast = useToast()
  const client = useQueryClient()
  const calls = api[isCompanyList(list) ? 'companyViews' : 'savedViews']
  const refresh = () => client.invalidateQueries({ queryKey: savedViewsQuery(list).queryKey })
  const shown = useRef<ViewList>(undefined)
  useEffect(() => {
    shown.current = list
    return () => {
      shown.current = undefined
    }
  }, [list])
  const saving = {
    call: (input: SavedViewInput, context: WriteContext) => calls.save(input, { context }),
    refresh,
    onSaved(view: SavedView) {
      if (shown.current === list) onSaved(view)
      toast('success', t('saved-views:saved', { name: view.name }))
    },
  }
  const save = useWrite(saving)
  const offerRetry = (view: SavedView, retry: (view: SavedView) => unknown) =>
    toast('danger', t('saved-views:notSaved', { name: view.name }), {
      label: t('common:action.retry'),
      onClick: () => void retry(view),
    })
  const restore: Write<SavedView, SavedView> = useWrite<SavedView, SavedView>({
    ...saving,
    onFailed: (_, view) => offerRetry(view, restore.run),
  })
  const update: Write<SavedView, SavedView> = useWrite<SavedView, SavedView>({
    ...saving,
    call: ({ id, list, state }, context) => calls.save({ id, list, state }, { context }),
    // Another tab has deleted the view, or an older server needs all its fields.
    onFailed: ({ code }, view) =>
      offerRetry(view, code === 'not_found' || code === 'validation' ? restore.run : update.run),
  })
  const remove = useWrite({
    call: ({ id }: SavedView, context) => calls.destroy({ id }, { context }),
    refresh,
    onSaved: (_, view) =>
      toast('success', t('saved-views:deleted', { name: view.name }), {
        label: t('common:action.undo'),
        onClick: () => void restore.run(view),
      }),
    onFailed: () => toast('danger', t('saved-views:notDeleted')),
  })
  return {
    /** For a dialog, which shows the failure. */
    save,
    /** Stores the view's state, and not its name, which another tab may have changed. A toast shows the failure. */
    update,
    remove,
  }
}
