import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { freshAuthenticationRequired, isRefused } from '#kit/refusal.ts'
import { type RefusedFields, refusedFieldsOf } from '#kit/refused-fields.ts'
import { useEditVersion } from '#kit/web/form/use-edit-version.ts'
import { useFieldErrors } from '#kit/web/form/use-field-errors.ts'
import { useSend } from '#kit/web/portal.ts'
import type { OwnDetails } from '../details-api.ts'
import { ownDetailsQuery } from './queries.ts'

type Detail = 'name' | 'phone' | 'email' | 'code'

/** Problems of the input by field: the key of the message. */
export type WrongDetails = Partial<
  Record<
    Detail,
    | 'details.nameMissing'
    | 'fieldErrors.own_phone_invalid'
    | 'email.missing'
    | 'fieldErrors.own_email_invalid'
    | 'email.codeMissing'
  >
>

const knownRefusals = ['too_many_codes', 'code_wrong', 'code_over'] as const

/**
 * Returns a function that saves a change of the user's details, with whether it is in progress, the problems by field,
 * and the failure.
 */
export function useSaveOwnDetails({ version }: Pick<OwnDetails, 'version'>) {
  const t = useTranslations('profile')
  const appTexts = useTranslations('app.refusals')
  const fieldErrorsOf = useFieldErrors('profile')
  const client = useQueryClient()
  const { queryKey } = ownDetailsQuery(useSend())
  const seen = useEditVersion(version)
  const [isSending, setSending] = useState(false)
  const [problems, setWrong] = useState<WrongDetails>({})
  const [refused, setRefused] = useState<RefusedFields>({})
  const [failure, setFailure] = useState<string | null>(null)

  function textOf(code: string): string {
    if (code === 'token_readonly' || code === freshAuthenticationRequired) return appTexts(code)
    const knownRefusal = knownRefusals.find((refusal) => refusal === code)
    return knownRefusal ? t(`refusals.${knownRefusal}`) : t('details.failed')
  }

  /** @returns the details after the change, or nothing if it failed. */
  async function save(
    saveCall: (version: string | undefined) => Promise<OwnDetails>,
    problems: WrongDetails = {},
  ): Promise<OwnDetails | undefined> {
    setWrong(problems)
    setRefused({})
    setFailure(null)
    if (Object.keys(problems).length > 0) return undefined
    setSending(true)
    try {
      const saved = await saveCall(seen.version)
      client.setQueryData(queryKey, saved)
      return saved
    } catch (thrown) {
      if (seen.noteConflict(thrown)) return undefined
      const fields = refusedFieldsOf(thrown)
      if (fields) setRefused(fields)
      else setFailure(isRefused(thrown) ? thrown.code : '')
      return undefined
    } finally {
      setSending(false)
    }
  }

  return {
    isSending,
    failure: failure === null ? undefined : textOf(failure),
    current: seen.current as OwnDetails | undefined,
    problemOf(field: Detail) {
      const found = problems[field]
      return found ? t(found) : fieldErrorsOf(refused)[field]?.join(' ')
    },
    /** Clears the problem of a field once it is edited. */
    clearProblem(field: Detail) {
      setWrong(({ [field]: _, ...others }) => others)
      setRefused(({ [field]: _, ...others }) => others)
    },
    save,
  }
}
