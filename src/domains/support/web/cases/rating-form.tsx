import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '#kit/web/action/button.tsx'
import { ErrorBanner } from '#kit/web/feedback/error-banner.tsx'
import { NativeSelect } from '#kit/web/form/native-select.tsx'
import { TextArea } from '#kit/web/form/text-area.tsx'
import { useToast } from '#kit/web/overlay/toast.tsx'
import { useSend } from '#kit/web/portal.ts'
import type { Send } from '#kit/web/send.ts'
import { ratingLimits } from '../../rules.ts'
import { supportKey } from '../queries.ts'

export type Rate = (send: Send, body: { rating: number; remark: string }) => Promise<unknown>

const ratings = ['5', '4', '3', '2', '1'] as const

/** One question about the answer to a case, from 1 to 5, and a free remark. */
export function RatingForm({ rate }: { rate: Rate }) {
  const t = useTranslations('support.rating')
  const send = useSend()
  const client = useQueryClient()
  const toast = useToast()
  const [isMissing, setMissing] = useState(false)
  const { mutate, isPending, isError } = useMutation({
    mutationFn: (body: { rating: number; remark: string }) => rate(send, body),
    onSuccess: () => {
      toast(t('thanks'))
      return client.invalidateQueries({ queryKey: supportKey })
    },
  })

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const rating = Number(form.get('rating'))
    setMissing(rating === 0)
    if (rating) mutate({ rating, remark: String(form.get('remark')).trim() })
  }

  return (
    <section className="stack" aria-labelledby="rating-title">
      <h2 id="rating-title">{t('title')}</h2>
      <form className="stack" method="post" noValidate onSubmit={submit}>
        <ErrorBanner>{isError && t('failed')}</ErrorBanner>
        <NativeSelect
          name="rating"
          label={t('question')}
          width="medium"
          error={isMissing ? t('missing') : undefined}
          defaultValue=""
          options={[
            { value: '', label: t('choose') },
            ...ratings.map((value) => ({ value, label: t(`values.${value}`) })),
          ]}
        />
        <TextArea name="remark" label={t('remark')} isOptional maxLength={ratingLimits.remark} />
        <div>
          <Button type="submit" variant="second" isBusy={isPending}>
            {t('send')}
          </Button>
        </div>
      </form>
    </section>
  )
}
