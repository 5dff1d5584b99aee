import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { Button } from '#kit/web/action/button.tsx'
import { Banner } from '#kit/web/feedback/banner.tsx'
import { useSend } from '#kit/web/portal.ts'
import { formatPhone } from '#vocabulary/format.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { RequestDetails } from '../../api.ts'
import { requestsKey } from '../queries.ts'

type BookedCallNoticeProps = { id: string; call: NonNullable<RequestDetails['call_back']> }

/** Confirms the call that was asked for with a case, and calls it off. */
export function BookedCallNotice({ id, call: { at, phone } }: BookedCallNoticeProps) {
  const t = useTranslations('support.call')
  const locale = useLocale()
  const send = useSend()
  const client = useQueryClient()
  const { mutate, isPending, isError } = useMutation({
    mutationFn: async () => {
      const { cancelCallBack } = await import('../../api.ts')
      await send(cancelCallBack, { params: { id } })
    },
    onSuccess: () => client.invalidateQueries({ queryKey: requestsKey }),
  })

  return (
    <Banner tone={isError ? 'warning' : 'notice'}>
      <p>{t('asked', { at: formatInstant(new Date(at), locale), phone: formatPhone(phone) })}</p>
      {isError && <p role="alert">{t('failed')}</p>}
      <Button variant="second" isSmall isBusy={isPending} onClick={() => mutate()}>
        {t('cancel')}
      </Button>
    </Banner>
  )
}
