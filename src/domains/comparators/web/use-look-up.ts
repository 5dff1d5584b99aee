import { useRef } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { useSend } from '#kit/web/portal.ts'
import { parseCups } from '#vocabulary/cups.ts'
import { isCompleteCups, powerFields } from '../rules.ts'
import { type FieldName, formatForInput, type Values } from './form-values.ts'
import { lookUpSupply } from './queries.ts'
import type { ComparisonForm } from './use-comparison-form.ts'
import { useFieldNames } from './use-field-names.ts'

/**
 * Fills in the empty fields, and the tariff, from the supply register once the CUPS is complete; other values that the
 * user has typed are kept.
 */
export function useLookUp({ energy, values, fill }: ComparisonForm, onMessage: (message: string) => void) {
  const t = useTranslations('comparators.register')
  const locale = useLocale()
  const send = useSend()
  const { inSentence } = useFieldNames(energy)
  const last = useRef('')

  return async (text: string) => {
    const cups = isCompleteCups(text) ? parseCups(text) : null
    if (cups === null || cups === last.current) return
    last.current = cups
    // The register is optional for the form: everything can be typed.
    const supply = await lookUpSupply(send, energy, cups).catch(() => undefined)
    if (supply === undefined || last.current !== cups) return
    if (supply === null) return onMessage(t('none'))
    const powers = supply.kw.flatMap((kw, index) => (kw ? [[powerFields[index]!, formatForInput(kw, locale)]] : []))
    const foundValues: Partial<Values> = {
      ...(supply.tariffId !== null ? { accessTariff: String(supply.tariffId) } : {}),
      ...(supply.postcode ? { postcode: supply.postcode } : {}),
      ...Object.fromEntries(powers),
    }
    const filled = Object.keys(foundValues) as FieldName[]
    if (filled.length === 0) return onMessage(t('none'))
    fill(
      Object.fromEntries(
        filled
          .filter((name) => values[name] === '' || name === 'accessTariff')
          .map((name) => [name, foundValues[name]]),
      ),
    )
    onMessage(t('found', { fields: inSentence(filled) }))
  }
}
