import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { Button } from '#kit/web/action/button.tsx'
import { Banner } from '#kit/web/feedback/banner.tsx'
import { useBoot, useSend } from '#kit/web/portal.ts'
import type { Send } from '#kit/web/send.ts'
import { formatDay } from '#vocabulary/format.ts'
import type { SupervisorCall } from '../../api.ts'
import { supportKey } from '../queries.ts'

type SupervisorRequestProps = {
  supervisor: SupervisorCall | undefined
  isOpen: boolean
  ask: (send: Send) => Promise<unknown>
}

/** Asks for a supervisor, or says by when one speaks to the author of a case. */
export function SupervisorRequest({ supervisor, isOpen, ask }: SupervisorRequestProps) {
  const t = useTranslations('support.supervisor')
  const locale = useLocale()
  const send = useSend()
  const client = useQueryClient()
  const isReadonly = useBoot().signedIn?.readonly ?? false
  const { mutate, isPending, isError } = useMutation({
    mutationFn: () => ask(send),
    onSettled: () => client.invalidateQueries({ queryKey: supportKey }),
  })
  if (supervisor) {
    const day = formatDay(supervisor.due_on, locale)
    return (
      <Banner tone={supervisor.is_late ? 'warning' : 'notice'}>
        {t(supervisor.is_late ? 'late' : 'asked', { day })}
      </Banner>
    )
  }
  if (!isOpen || isReadonly) return null
  return (
    <div className="line">
      <Button variant="second" isSmall isBusy={isPending} onClick={() => mutate()}>
        {t('ask')}
      </Button>
      <span className="soft" role={isError ? 'alert' : undefined}>
        {isError ? t('failed') : t('hint')}
      </span>
    </div>
  )
}
