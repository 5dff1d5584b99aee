import { useLocale } from 'use-intl'
import { explainedField } from '../explained.ts'
import type { FieldErrors } from '../refusal.ts'
import type { RefusedFields } from '../refused-fields.ts'
import { usePortal } from './portal.ts'

/**
 * Puts what a call was refused for into words as it is drawn, so that it is told in the language that is chosen then: by its
 * codes, in the texts of its domain, of the app or of whatever else is loaded. What is explained by none of them, or came from a server
 * that tells no codes, stays in the sentence of the server.
 */
export function useFieldErrors(namespace: string): (refused: RefusedFields | undefined) => FieldErrors {
  const locale = useLocale()
  const { messages } = usePortal()
  const namespaces = [messages[namespace], messages.app, ...Object.values(messages)]
  return (refused = {}) =>
    Object.fromEntries(
      Object.entries(refused).map(([field, told]) => [
        field,
        told.map(({ code, sentence }) => (code && explainedField(code, locale, namespaces)) || sentence),
      ]),
    )
}
