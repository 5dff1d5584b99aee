import { useTranslations } from 'use-intl'
import { outageOf } from '../outage.ts'

/** The sentence of a failed call where nobody is answered at present; undefined where the call has a reason of its own. */
export function useOutageText(): (failure: unknown) => string | undefined {
  const t = useTranslations('app.refusals')
  return (failure) => {
    const code = outageOf(failure)
    return code && t(code)
  }
}
