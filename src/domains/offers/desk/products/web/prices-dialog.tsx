import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { isApprovalRequested } from '#domains/approvals/approval-reply.ts'
import { ConfirmButton } from '#kit/backoffice/web/confirm-button.tsx'
import { FormDialog } from '#kit/backoffice/web/form-dialog.tsx'
import { useAction } from '#kit/backoffice/web/use-action.ts'
import { DateField } from '#kit/web/form/date-field.tsx'
import { NativeSelect } from '#kit/web/form/native-select.tsx'
import { useSend } from '#kit/web/portal.ts'
import { addDays } from '#vocabulary/day.ts'
import type { PriceList, ProductDetails } from '../api.ts'
import { tariffsOf } from '../rules.ts'
import { PriceFields, parsePriceFields } from './price-fields.tsx'
import { productsKey } from './queries.ts'
import { SampleYearCost } from './sample-year-cost.tsx'

type PricesDialogProps = { product: ProductDetails; list: PriceList | null; onClose: () => void }

/** Plans a price list or edits a planned one, with a preview of the yearly cost of a sample supply. */
export function PricesDialog({ product, list, onClose }: PricesDialogProps) {
  const t = useTranslations('desk-products.dialog')
  const send = useSend()
  const locale = useLocale()
  const { id, name, energy, price_lists: lists } = product
  const approvalTexts = useTranslations('desk-approvals.waiting')
  const tariffs = plannableTariffs(product)
  const [tariff, setTariff] = useState(list?.tariff ?? defaultTariff(product, tariffs))
  const params = { id: String(id), tariff: list?.tariff ?? '', from: list?.valid_from ?? '' }
  const {
    run,
    isBusy,
    failure,
    changed: conflict,
    errorOf,
  } = useAction({
    desk: 'desk-products',
    seen: list,
    invalidatedKey: productsKey,
    successMessage: (input, reply) =>
      isApprovalRequested(reply) ? approvalTexts('requested') : t(input === 'withdraw' ? 'withdrawn' : 'saved'),
    action: async (input: FormData | 'withdraw', version: number) => {
      const { changePrices, planPrices, withdrawPrices } = await import('../api.ts')
      if (input === 'withdraw') return send(withdrawPrices, { params, body: { version } })
      const body = {
        valid_from: String(input.get('valid_from')),
        prices: parsePriceFields(input, { energy, tariff, locale }),
      }
      return list
        ? send(changePrices, { params, body: { version, ...body } })
        : send(planPrices, { params, body: { tariff, ...body } })
    },
    onDone: onClose,
  })
  // A new price list is prefilled with the current prices, because most of them stay.
  const before = list ?? lists.find((each) => each.tariff === tariff)
  return (
    <FormDialog
      isWide
      title={t(list ? 'changeTitle' : 'planTitle', { name: product.commercial_name ?? name })}
      submit={t('save')}
      cancel={t('cancel')}
      actions={
        list && (
          <ConfirmButton label={t('withdraw')} confirmLabel={t('withdrawSure')} onConfirm={() => run('withdraw')} />
        )
      }
      {...{ isBusy, failure, conflict, onClose }}
      onSubmit={run}
    >
      <TariffField {...{ tariff, tariffs }} isFixed={list !== null} error={errorOf('tariff')} onTariff={setTariff} />
      <ValidFromField product={product} list={list} error={errorOf('valid_from')} />
      <PriceFields key={tariff} {...{ energy, tariff, errorOf }} prices={before?.prices ?? null} />
      <SampleYearCost key={`year ${tariff}`} {...{ id, energy, tariff }} />
    </FormDialog>
  )
}

/** Returns the tariffs for which prices can be planned: those without prices that wait for approval. */
function plannableTariffs({ energy, waiting_approvals: pending }: ProductDetails): string[] {
  const pendingTariffs = pending.map((each) => each.tariff)
  return tariffsOf(energy).filter((each) => !pendingTariffs.includes(each))
}

function defaultTariff({ energy, price_lists: lists }: ProductDetails, tariffs: readonly string[]): string {
  const defaultTariffs = [lists[0]?.tariff, tariffsOf(energy)[energy === 'gas' ? 1 : 0]]
  return defaultTariffs.find((each) => each && tariffs.includes(each)) ?? tariffs[0]!
}

type ValidFromFieldProps = Pick<PricesDialogProps, 'product' | 'list'> & { error: string | undefined }

function ValidFromField({ product, list, error }: ValidFromFieldProps) {
  const t = useTranslations('desk-products.dialog')
  return (
    <DateField
      name="valid_from"
      label={t('validFrom')}
      hint={t('validFromHint')}
      defaultValue={list?.valid_from ?? addDays(product.today, 1)}
      error={error}
    />
  )
}

type TariffFieldProps = {
  tariff: string
  tariffs: readonly string[]
  isFixed: boolean
  error: string | undefined
  onTariff: (tariff: string) => void
}

function TariffField({ tariff, tariffs, isFixed, error, onTariff }: TariffFieldProps) {
  const t = useTranslations('desk-products.dialog')
  return (
    <NativeSelect
      name="tariff"
      label={t('tariff')}
      width="fit"
      value={tariff}
      disabled={isFixed}
      error={error}
      onChange={(event) => onTariff(event.target.value)}
      options={tariffs.map((each) => ({ value: each, label: each }))}
    />
  )
}
