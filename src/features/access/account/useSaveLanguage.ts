import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Language } from '#contract/core/locale.ts'
import { api } from '#src/api/client.ts'
import { meQuery } from '#src/session/account-queries.ts'
import { useSession } from '#src/session/SessionProvider.tsx'

/**
 * Saves the chosen language with the user (BRD-058). Without signal the choice holds on this device,
 * which reads it before anything else; nothing is said, since nothing that was entered is at stake.
 */
export function useSaveLanguage(): (language: Language) => void {
  const { user } = useSession()
  const queryClient = useQueryClient()
  const save = useMutation({
    mutationFn: (language: Language) => api.account.setLanguage({ id: user.id, language }),
    async onSuccess(me) {
      // One that was asked for before the language was saved still tells the old one.
      await queryClient.cancelQueries(meQuery())
      queryClient.setQueryData(meQuery().queryKey, me)
    },
  })
  return (language) => {
    save.mutate(language)
    // Names of services, promotions and who did what come in the language of the screen.
    void queryClient.invalidateQueries()
  }
}
