import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { isRequested } from '#desks/approvals/requested.ts'
import { FormDialog } from '#desks/common/web/form-dialog.tsx'
import { SureButton } from '#desks/common/web/sure-button.tsx'
import { useAct } from '#desks/common/web/use-act.ts'
import { DateField } from '#kit/web/date-field.tsx'
import { NativeSelect } from '#kit/web/native-select.tsx'
import { useSend } from '#kit/web/portal.ts'
import { addDays } from '#vocabulary/day.ts'
import type { PriceList, ReadProduct } from '../api.ts'
import { tariffsOf } from '../rules.ts'
import { PriceFields, pricesIn } from './price-fields.tsx'
import { productsKey } from './queries.ts'
import { SampleYear } from './sample-year.tsx'

type PricesDialogProps = { product: ReadProduct; list: PriceList | null; onClose: () => void }

/** Plans a price list, or changes one that has not begun, with the year of a sample supply in sight. */
export function PricesDialog({ product, list, onClose }: PricesDialogProps) {
  const t = useTranslations('desk-offers.dialog')
  const send = useSend()
  const locale = useLocale()
  const { id, name, energy, price_lists: lists, today } = product
  const waits = useTranslations('desk-approvals.waiting')
  const waiting = product.waiting_approvals.map((each) => each.tariff)
  const tariffs = tariffsOf(energy).filter((each) => !waiting.includes(each))
  const usual = [lists[0]?.tariff, tariffsOf(energy)[energy === 'gas' ? 1 : 0]]
  const [tariff, setTariff] = useState(
    list?.tariff ?? usual.find((each) => each && tariffs.includes(each)) ?? tariffs[0]!,
  )
  const params = { id: String(id), tariff: list?.tariff ?? '', from: list?.valid_from ?? '' }
  const { go, isBusy, failure, changed, errorOf } = useAct({
    desk: 'desk-offers',
    seen: list,
    stale: productsKey,
    done: (typed, reply) => (isRequested(reply) ? waits('requested') : t(typed === 'withdraw' ? 'withdrawn' : 'saved')),
    act: async (typed: FormData | 'withdraw', version: number) => {
      const { changePrices, planPrices, withdrawPrices } = await import('../api.ts')
      if (typed === 'withdraw') return send(withdrawPrices, { params, body: { version } })
      const wanted = {
        valid_from: String(typed.get('valid_from')),
        prices: pricesIn(typed, { energy, tariff, locale }),
      }
      return list
        ? send(changePrices, { params, body: { version, ...wanted } })
        : send(planPrices, { params, body: { tariff, ...wanted } })
    },
    onDone: onClose,
  })
  // What is planned begins as what holds, since most of it stays.
  const before = list ?? lists.find((each) => each.tariff === tariff)
  return (
    <FormDialog
      isWide
      title={t(list ? 'changeTitle' : 'planTitle', { name: product.commercial_name ?? name })}
      submit={t('save')}
      cancel={t('cancel')}
      actions={list && <SureButton label={t('withdraw')} sure={t('withdrawSure')} onSure={() => go('withdraw')} />}
      {...{ isBusy, failure, changed, onClose }}
      onSubmit={go}
    >
      <NativeSelect
        name="tariff"
        label={t('tariff')}
        width="fit"
        value={tariff}
        disabled={list !== null}
        error={errorOf('tariff')}
        onChange={(event) => setTariff(event.target.value)}
        options={tariffs.map((each) => ({ value: each, label: each }))}
      />
      <DateField
        name="valid_from"
        label={t('validFrom')}
        hint={t('validFromHint')}
        defaultValue={list?.valid_from ?? addDays(today, 1)}
        error={errorOf('valid_from')}
      />
      <PriceFields key={tariff} {...{ energy, tariff, errorOf }} prices={before?.prices ?? null} />
      <SampleYear key={`year ${tariff}`} {...{ id, energy, tariff }} />
    </FormDialog>
  )
}
