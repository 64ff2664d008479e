import Step from '@mui/material/Step'
import StepLabel from '@mui/material/StepLabel'
import Stepper from '@mui/material/Stepper'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { BulkUpsertion } from '#contract/vehicles/bulk.ts'
import { api } from '#src/api/client.ts'
import { toFailure } from '#src/api/failure.ts'
import { useWrite } from '#src/forms/useWrite.ts'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useIsMounted } from '#src/lib/hooks/useIsMounted.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { ResponsiveDialog } from '#src/ui/dialog/ResponsiveDialog.tsx'
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx'
import { SkeletonList } from '#src/ui/feedback/SkeletonList.tsx'
import { useToast } from '#src/ui/feedback/ToastProvider.tsx'
import { BulkUploadReady } from './BulkUploadReady.tsx'
import { BulkUploadResult } from './BulkUploadResult.tsx'
import { BulkUploadWriting } from './BulkUploadWriting.tsx'
import { isUploadFinished, newestUploadQuery, uploadQuery } from './bulk.queries.ts'
import { EarlierUploads } from './EarlierUploads.tsx'
import { dataUrlOf } from './preview-file.ts'
import { useSendFailureText } from './useSendFailureText.ts'

/** Timeout for sending the file: large files take long on a weak connection. */
const SEND_MS = 240_000
const STEPS = ['ready', 'sending', 'writing', 'result'] as const

interface BulkUploadDialogProps {
  /** The upload to show, from the URL; undefined: a new one. */
  uploadId?: string | undefined
  /** Shows another upload; undefined: a new one. */
  onShow: (uploadId: string | undefined) => void
  onClose: () => void
}

/** Adds and updates vehicles from a CSV file, in four steps (VEH-062..073). It can be closed at any time. */
export function BulkUploadDialog({ uploadId: id, onShow, onClose }: BulkUploadDialogProps) {
  const t = useTexts('bulk-upload')
  const textOf = useFailureText()
  const send = useSendFile(onShow)
  const { data: upload, error, refetch } = useQuery({ ...uploadQuery(id ?? ''), enabled: id !== undefined })
  const step = stepOf(id, send.isBusy, upload)
  return (
    <ResponsiveDialog open title={t('bulk-upload:title')} onClose={onClose} width="md">
      <Stack sx={{ gap: 3 }}>
        <Stepper activeStep={STEPS.indexOf(step)} alternativeLabel>
          {STEPS.map((step) => (
            <Step key={step}>
              <StepLabel>{t(`bulk-upload:step.${step}`)}</StepLabel>
            </Step>
          ))}
        </Stepper>
        {id === undefined && <BulkUploadReady send={send} />}
        {id === undefined && !send.isBusy && <EarlierUploads onShow={onShow} />}
        {id !== undefined && !upload && !error && <SkeletonList rows={3} />}
        {error && !upload && <ErrorPanel message={textOf(toFailure(error))} onRetry={() => void refetch()} />}
        {upload && !isUploadFinished(upload) && <BulkUploadWriting upload={upload} />}
        {upload && isUploadFinished(upload) && (
          <BulkUploadResult
            upload={upload}
            onAgain={() => {
              send.reset()
              onShow(undefined)
            }}
          />
        )}
      </Stack>
    </ResponsiveDialog>
  )
}

/** Sends the file. If the dialog was closed meanwhile, the outcome is shown as a toast. */
function useSendFile(onShow: BulkUploadDialogProps['onShow']) {
  const t = useTexts('bulk-upload')
  const toast = useToast()
  const client = useQueryClient()
  const failureText = useSendFailureText()
  const isMounted = useIsMounted()
  return useWrite({
    call: async (file: File, { key }) =>
      api.bulkUpsertions.create(
        { fileData: await dataUrlOf(file) },
        { context: { key, timeoutMs: SEND_MS } },
      ),
    // A file itself has no JSON.
    attemptOf: ({ name, size, lastModified }) => [name, size, lastModified],
    onSaved(upload) {
      client.setQueryData(uploadQuery(upload.id).queryKey, upload)
      client.setQueryData(newestUploadQuery().queryKey, upload)
      if (isMounted.current) onShow(upload.id)
      else toast('success', t('bulk-upload:writing.queued'))
    },
    onFailed(failure, file) {
      if (isMounted.current) return
      toast('danger', t('bulk-upload:notSent', { file: file.name, reason: failureText(failure) }))
    },
  })
}

function stepOf(id: string | undefined, isSending: boolean, upload: BulkUpsertion | undefined) {
  if (id === undefined) return isSending ? 'sending' : 'ready'
  return upload && isUploadFinished(upload) ? 'result' : 'writing'
}
