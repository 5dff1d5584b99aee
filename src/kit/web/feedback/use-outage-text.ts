import { useTranslations } from 'use-intl'
import { outageOf } from '#kit/outage.ts'

/**
 * Returns a function that gives the message of a call failed because of an outage; undefined where the call has a
 * reason of its own.
 */
export function useOutageText(): (failure: unknown) => string | undefined {
  const t = useTranslations('app.refusals')
  return (failure) => {
    const code = outageOf(failure)
    return code && t(code)
  }
}
