import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type {
  ReportSubscription,
  ReportSubscriptionInput,
  SentReport,
} from '#contract/home/report-subscriptions.ts'
import { api } from '#src/api/client.ts'
import { useWrite } from '#src/forms/useWrite.ts'
import { reportSubscriptionsQuery } from './report-mails.queries.ts'

/** What was done last, shown in the dialog. */
export type ReportMailChange =
  | { change: 'subscribed' | 'ended'; subscription: ReportSubscriptionInput }
  | { change: 'sent'; subscription: ReportSubscriptionInput; sent: SentReport }

/** Subscribes, unsubscribes and sends a report once, online only. Unsubscribing can be undone, because subscribing again resumes it. */
export function useReportMailWrites() {
  const client = useQueryClient()
  const [last, setLast] = useState<ReportMailChange>()
  const refresh = () => client.invalidateQueries({ queryKey: reportSubscriptionsQuery().queryKey })
  const subscribe = useWrite({
    call: ({ report, by, every }: ReportSubscriptionInput, context) =>
      api.reportSubscriptions.create({ report, by, every }, { context }),
    refresh,
    onSaved(_, subscription) {
      forgetFailures()
      setLast({ change: 'subscribed', subscription })
    },
  })
  const end = useWrite({
    call: ({ id }: ReportSubscription, context) => api.reportSubscriptions.destroy({ id }, { context }),
    refresh,
    onSaved(_, subscription) {
      forgetFailures()
      setLast({ change: 'ended', subscription })
    },
  })
  const send = useWrite({
    call: ({ report, by, every }: ReportSubscriptionInput, context) =>
      api.reportSubscriptions.send({ report, by, every }, { context }),
    onSaved(sent, subscription) {
      forgetFailures()
      setLast({ change: 'sent', subscription, sent })
    },
  })
  const writes = [subscribe, end, send]
  const forgetFailures = () => {
    for (const write of writes) if (write.failure) write.reset()
  }
  return { subscribe, end, send, last, failure: writes.find(({ failure }) => failure)?.failure }
}
