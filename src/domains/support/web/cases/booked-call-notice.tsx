import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { Button } from '#kit/web/action/button.tsx'
import { Banner } from '#kit/web/feedback/banner.tsx'
import { useBoot, useSend } from '#kit/web/portal.ts'
import type { Send } from '#kit/web/send.ts'
import { formatPhone } from '#vocabulary/format.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import { supportKey } from '../queries.ts'

type BookedCallNoticeProps = {
  at: string
  /** The phone, for its customer; whoever came by a link does not see it. */
  phone: string | null
  cancel: (send: Send) => Promise<unknown>
}

/** Confirms the call that was asked for with a case, and calls it off for those who may. */
export function BookedCallNotice({ at, phone, cancel }: BookedCallNoticeProps) {
  const t = useTranslations('support.call')
  const locale = useLocale()
  const send = useSend()
  const client = useQueryClient()
  const isReadonly = useBoot().signedIn?.readonly ?? false
  const { mutate, isPending, isError } = useMutation({
    mutationFn: () => cancel(send),
    onSuccess: () => client.invalidateQueries({ queryKey: supportKey }),
  })
  const hour = formatInstant(new Date(at), locale)

  const cancelButton = isReadonly ? undefined : (
    <Button variant="second" isSmall isBusy={isPending} onClick={() => mutate()}>
      {t('cancel')}
    </Button>
  )

  return (
    <Banner tone={isError ? 'warning' : 'notice'} isAlert={isError} action={cancelButton}>
      {phone ? t('asked', { at: hour, phone: formatPhone(phone) }) : t('askedAt', { at: hour })}
      {isError && ` ${t('failed')}`}
    </Banner>
  )
}
