import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReportSubscription, ReportSubscriptionInput } from '#contract/home/report-subscriptions.ts'
import { api } from '#src/api/client.ts'
import { useWrite } from '#src/forms/useWrite.ts'
import { reportSubscriptionsQuery } from './report-mails.queries.ts'

/** What was done last, shown in the dialog. */
export type ReportMailChange = { isEnded: boolean; subscription: ReportSubscriptionInput }

/** Subscribes and unsubscribes, online only. Unsubscribing can be undone, because subscribing again resumes it. */
export function useReportMailWrites() {
  const client = useQueryClient()
  const [last, setLast] = useState<ReportMailChange>()
  const refresh = () => client.invalidateQueries({ queryKey: reportSubscriptionsQuery().queryKey })
  const subscribe = useWrite({
    call: ({ report, by, every }: ReportSubscriptionInput, context) =>
      api.reportSubscriptions.create({ report, by, every }, { context }),
    refresh,
    onSaved(_, subscription) {
      end.reset()
      setLast({ isEnded: false, subscription })
    },
  })
  const end = useWrite({
    call: ({ id }: ReportSubscription, context) => api.reportSubscriptions.destroy({ id }, { context }),
    refresh,
    onSaved(_, subscription) {
      subscribe.reset()
      setLast({ isEnded: true, subscription })
    },
  })
  return { subscribe, end, last }
}
