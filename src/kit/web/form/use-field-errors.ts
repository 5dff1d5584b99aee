import { useLocale } from 'use-intl'
import { explainFieldCode } from '#kit/explain-code.ts'
import type { FieldErrors } from '#kit/refusal.ts'
import type { RefusedFields } from '#kit/refused-fields.ts'
import { usePortal } from '../portal.ts'

/**
 * Returns a function that translates the field errors of a refusal at render time, so that they are in the current
 * language: by their codes, with the texts of the domain, of the app or of any other loaded namespace. An error without
 * a matching text, or from a server that sends no codes, keeps the server's message.
 */
export function useFieldErrors(namespace: string): (refused: RefusedFields | undefined) => FieldErrors {
  const locale = useLocale()
  const { messages } = usePortal()
  const namespaces = [messages[namespace], messages.app, ...Object.values(messages)]
  return (refused = {}) =>
    Object.fromEntries(
      Object.entries(refused).map(([field, refusals]) => [
        field,
        refusals.map(({ code, sentence }) => (code && explainFieldCode(code, locale, namespaces)) || sentence),
      ]),
    )
}
