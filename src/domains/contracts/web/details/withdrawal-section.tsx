import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { useSettings } from '#domains/retailer/web/settings.ts'
import { Button } from '#kit/web/action/button.tsx'
import { Banner } from '#kit/web/feedback/banner.tsx'
import { ErrorBanner } from '#kit/web/feedback/error-banner.tsx'
import { Dialog, DialogActions } from '#kit/web/overlay/dialog.tsx'
import { useSend } from '#kit/web/portal.ts'
import { useReadonlyReason } from '#kit/web/use-readonly-reason.ts'
import { calendarDayOf } from '#vocabulary/calendar-day.ts'
import { formatDay } from '#vocabulary/format.ts'
import type { ContractModel } from '../parse-contract.ts'
import { contractsKey } from '../queries.ts'

/** Lets a consumer withdraw from a contract while its term runs, and shows that they did. */
export function WithdrawalSection({ contract: { name, status } }: { contract: ContractModel }) {
  const t = useTranslations('contracts.withdrawal')
  const locale = useLocale()
  const send = useSend()
  const queryClient = useQueryClient()
  const retailer = useSettings().organization.name
  const disabledReason = useReadonlyReason()
  const [isAsking, setAsking] = useState(false)
  const { data } = useQuery({
    queryKey: [...contractsKey, 'withdrawal', name],
    queryFn: async ({ signal }) => {
      const { readWithdrawal } = await import('#domains/contracting/api.ts')
      return send(readWithdrawal, { params: { contractName: name }, signal })
    },
  })
  const { mutate, isPending, isError } = useMutation({
    mutationFn: async () => {
      const { withdrawFromContract } = await import('#domains/contracting/api.ts')
      await send(withdrawFromContract, { params: { contractName: name } })
    },
    onSuccess: () => {
      setAsking(false)
      return queryClient.invalidateQueries({ queryKey: contractsKey })
    },
  })
  if (data?.withdrawn_at)
    return (
      <Banner tone="notice">{t('done', { day: formatDay(calendarDayOf(new Date(data.withdrawn_at)), locale) })}</Banner>
    )
  if (!data?.until) return null
  return (
    <section className="stack">
      <p>{t('text', { day: formatDay(data.until, locale) })}</p>
      <div className="line">
        <Button variant="second" disabledReason={disabledReason} onClick={() => setAsking(true)}>
          {t('button')}
        </Button>
      </div>
      {isAsking && (
        <Dialog title={t('button')} onClose={() => setAsking(false)}>
          <div className="stack">
            <ErrorBanner>{isError && t('failed')}</ErrorBanner>
            <p>{t('effect', { retailer, name, supply: status === 'active' ? 'active' : 'none' })}</p>
            <DialogActions>
              <Button variant="second" onClick={() => setAsking(false)}>
                {t('keep')}
              </Button>
              <Button isBusy={isPending} onClick={() => mutate()}>
                {t('confirm')}
              </Button>
            </DialogActions>
          </div>
        </Dialog>
      )}
    </section>
  )
}
