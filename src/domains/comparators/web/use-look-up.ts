import { useRef } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { useSend } from '#kit/web/portal.ts'
import { parseCups } from '#vocabulary/cups.ts'
import { isLookedUp, powerFields } from '../rules.ts'
import { type FieldName, typed, type Values } from './form-values.ts'
import { lookUp } from './queries.ts'
import type { ComparisonForm } from './use-comparison-form.ts'
import { useFieldNames } from './use-field-names.ts'

/** Fills in what the register tells of a supply, once its CUPS is whole; whoever typed something else keeps it. */
export function useLookUp({ energy, values, fill }: ComparisonForm, tell: (words: string) => void) {
  const t = useTranslations('comparators.register')
  const locale = useLocale()
  const send = useSend()
  const { inSentence } = useFieldNames(energy)
  const last = useRef('')

  return async (text: string) => {
    const cups = isLookedUp(text) ? parseCups(text) : null
    if (cups === null || cups === last.current) return
    last.current = cups
    // Without the register the form is none the worse: everything can be typed.
    const supply = await lookUp(send, energy, cups).catch(() => undefined)
    if (supply === undefined || last.current !== cups) return
    if (supply === null) return tell(t('none'))
    const powers = supply.kw.flatMap((kw, index) => (kw ? [[powerFields[index]!, typed(kw, locale)]] : []))
    const found: Partial<Values> = {
      ...(supply.tariffId !== null ? { accessTariff: String(supply.tariffId) } : {}),
      ...(supply.postcode ? { postcode: supply.postcode } : {}),
      ...Object.fromEntries(powers),
    }
    const filled = Object.keys(found) as FieldName[]
    if (filled.length === 0) return tell(t('none'))
    fill(
      Object.fromEntries(
        filled.filter((name) => values[name] === '' || name === 'accessTariff').map((name) => [name, found[name]]),
      ),
    )
    tell(t('found', { fields: inSentence(filled) }))
  }
}
