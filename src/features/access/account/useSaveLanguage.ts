import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Language } from '#contract/core/locale.ts'
import { api } from '#src/api/client.ts'
import { meQuery } from '#src/session/account-queries.ts'
import { useSession } from '#src/session/SessionProvider.tsx'

/**
 * Saves the chosen language with the user (BRD-058). Offline, the choice still applies on this device, which reads it
 * first. A failure is not reported, because no entered data is at risk. Not `useWrite`: a second choice must not be
 * ignored while the first is being saved.
 */
export function useSaveLanguage(): (language: Language) => void {
  const { user } = useSession()
  const queryClient = useQueryClient()
  const save = useMutation({
    mutationFn: (language: Language) => api.account.setLanguage({ id: user.id, language }),
    async onSuccess(me) {
      // A request sent before the save would still return the old language.
      await queryClient.cancelQueries(meQuery())
      queryClient.setQueryData(meQuery().queryKey, me)
    },
  })
  return (language) => {
    save.mutate(language)
    // Names of services and promotions, and the audit log, come in the screen language.
    void queryClient.invalidateQueries()
  }
}
