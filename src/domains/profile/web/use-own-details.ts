import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { freshAuthenticationRequired, isRefused } from '#kit/refusal.ts'
import { type RefusedFields, refusedFields } from '#kit/refused-fields.ts'
import { useSend } from '#kit/web/portal.ts'
import { useFieldErrors } from '#kit/web/use-field-errors.ts'
import { useSeenVersion } from '#kit/web/use-seen-version.ts'
import type { OwnDetails } from '../details-api.ts'
import { ownDetailsQuery } from './queries.ts'

type Detail = 'name' | 'phone' | 'email' | 'code'

/** What is wrong with what was typed, by field: the key of its sentence. */
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

const toldRefusals = ['too_many_codes', 'code_wrong', 'code_over'] as const

/** Sends a change of the own details: whether it is under way, what is wrong with which field, and why it was not done. */
export function useOwnDetails({ version }: Pick<OwnDetails, 'version'>) {
  const t = useTranslations('profile')
  const ofApp = useTranslations('app.refusals')
  const fieldErrorsOf = useFieldErrors('profile')
  const client = useQueryClient()
  const { queryKey } = ownDetailsQuery(useSend())
  const seen = useSeenVersion(version)
  const [isSending, setSending] = useState(false)
  const [wrong, setWrong] = useState<WrongDetails>({})
  const [refused, setRefused] = useState<RefusedFields>({})
  const [failure, setFailure] = useState<string | null>(null)

  function textOf(code: string): string {
    if (code === 'token_readonly' || code === freshAuthenticationRequired) return ofApp(code)
    const known = toldRefusals.find((refusal) => refusal === code)
    return known ? t(`refusals.${known}`) : t('details.failed')
  }

  /** @returns what stands then, or nothing where it was not done. */
  async function save(
    act: (version: string | undefined) => Promise<OwnDetails>,
    wrong: WrongDetails = {},
  ): Promise<OwnDetails | undefined> {
    setWrong(wrong)
    setRefused({})
    setFailure(null)
    if (Object.keys(wrong).length > 0) return undefined
    setSending(true)
    try {
      const done = await act(seen.version)
      client.setQueryData(queryKey, done)
      return done
    } catch (thrown) {
      if (seen.note(thrown)) return undefined
      const fields = refusedFields(thrown)
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
      const found = wrong[field]
      return found ? t(found) : fieldErrorsOf(refused)[field]?.join(' ')
    },
    /** What was said of a field is over once it is typed in. */
    touch(field: Detail) {
      setWrong(({ [field]: _, ...others }) => others)
      setRefused(({ [field]: _, ...others }) => others)
    },
    save,
  }
}
