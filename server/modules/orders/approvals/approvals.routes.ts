import { os } from '#server/http/calls/implementer.ts'
import type { DatabaseUseCase } from '#server/use-case.ts'
import { listWaitingApprovals } from './approvals-queue.ts'
import { addNote, listNotes } from './order-notes.ts'
import { previewOrder } from './order-preview.ts'
import { setVanityLabel } from './vanity-label.ts'

export const approvalsRoutes = ({ db }: Pick<DatabaseUseCase, 'db'>) => ({
  queue: os.approvals.queue.handler(({ input, context }) =>
    listWaitingApprovals({ db, actor: context.actor() }, input),
  ),
  preview: os.approvals.preview.handler(({ input, context }) =>
    context.read((tx) => previewOrder(context.useCase(tx), input.id)),
  ),
  setVanityLabel: os.approvals.setVanityLabel.handler(({ input, context }) =>
    context.write(input, (tx) => setVanityLabel(context.useCase(tx), input)),
  ),
  notes: os.approvals.notes.handler(({ input, context }) =>
    context.read((tx) => listNotes(context.useCase(tx), input)),
  ),
  addNote: os.approvals.addNote.handler(({ input, context }) =>
    context.write(input, (tx) => addNote(context.useCase(tx), input)),
  ),
})
