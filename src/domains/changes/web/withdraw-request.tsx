import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { signaturesKey } from '#domains/signatures/web/queries.ts'
import { Button } from '#kit/web/action/button.tsx'
import { useToast } from '#kit/web/overlay/toast.tsx'
import { useSend } from '#kit/web/portal.ts'
import { useReadonlyReason } from '#kit/web/use-readonly-reason.ts'
import { changesQuery, contractsKey } from './queries.ts'

/**
 * The alternative to signing: withdraws the contract change that the document is about. Empty where it is about none.
 */
export function WithdrawRequest({ signatureId, contractName }: { signatureId: string; contractName: string }) {
  const t = useTranslations('signatures.withdraw')
  const send = useSend()
  const showToast = useToast()
  const queryClient = useQueryClient()
  const disabledReason = useReadonlyReason()
  const { data: requests } = useQuery(changesQuery(send, contractName))
  const request = requests?.find(({ signatureUrl }) => signatureUrl === `/signature/${signatureId}`)
  const { isPending, mutate } = useMutation({
    mutationFn: async (changeId: number) => {
      const { withdrawChange } = await import('../api.ts')
      await send(withdrawChange, { params: { contractName, changeId: String(changeId) } })
    },
    onSuccess: () => showToast(t('done')),
    // If it has been signed meanwhile, the user sees that instead.
    onSettled: () =>
      Promise.all([signaturesKey, contractsKey].map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  })
  if (!request) return null
  return (
    <p>
      <Button variant="quiet" isBusy={isPending} disabledReason={disabledReason} onClick={() => mutate(request.id)}>
        {t('button')}
      </Button>
    </p>
  )
}
