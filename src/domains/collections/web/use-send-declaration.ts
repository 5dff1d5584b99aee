import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { failureCodeOf } from '#kit/failure-code.ts'
import { refusedFieldsOf } from '#kit/refused-fields.ts'
import { useOutageText } from '#kit/web/feedback/use-outage-text.ts'
import { useFieldErrors } from '#kit/web/form/use-field-errors.ts'
import { useSend } from '#kit/web/portal.ts'
import type { Send } from '#kit/web/send.ts'

/** Sends what is declared of a supply, and says what is wrong with its fields or with the whole of it. */
export function useSendDeclaration() {
  const t = useTranslations('collections')
  const send = useSend()
  const queries = useQueryClient()
  const outageText = useOutageText()
  const fieldErrorsOf = useFieldErrors('collections')
  const [isMissing, setMissing] = useState(false)
  const { mutate, isPending, error } = useMutation({
    mutationFn: (request: (send: Send) => Promise<unknown>) => request(send),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['invoices', 'debts'] }),
  })
  const refused = error === null ? undefined : refusedFieldsOf(error)

  function textOf(thrown: unknown): string {
    const code = failureCodeOf(thrown)
    if (code === 'declaration_open' || code === 'declaration_not_incomplete') return t(`refusals.${code}`)
    return outageText(thrown) ?? t('failed.text')
  }

  return {
    isSending: isPending,
    failure: error !== null && !refused && textOf(error),
    /** Returns what is wrong with a field. */
    problemOf: (field: string): string | undefined =>
      field === 'attachments' && isMissing ? t('declaration.papersMissing') : fieldErrorsOf(refused)[field]?.join(' '),
    /** Sends the request, if it has papers. */
    run(attachments: readonly unknown[], request: (send: Send) => Promise<unknown>) {
      setMissing(attachments.length === 0)
      if (attachments.length > 0) mutate(request)
    },
  }
}
