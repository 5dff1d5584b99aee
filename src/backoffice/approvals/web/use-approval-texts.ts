import { useLocale, useTranslations } from 'use-intl'
import { usePriceTexts } from '#domains/offers/desk/products/web/use-price-texts.ts'
import { useRegulatedPriceTexts } from '#domains/regulated-prices/desk/web/use-regulated-price-texts.ts'
import { useSettingTexts } from '#domains/retailer/desk/settings/web/use-setting-texts.ts'
import { useSettingValueText } from '#domains/retailer/desk/settings/web/use-setting-value-text.ts'
import { useMoney } from '#kit/backoffice/web/use-money.ts'
import { formatDay } from '#vocabulary/format.ts'
import type { ApprovalDetail } from '../api.ts'

/** One changed value: its label, the current value and the requested one. */
export type Comparison = { label: string; before: string; after: string }

/** The texts of a request: a one-sentence headline, the changes, and a link to the page of the item. */
type ApprovalTexts = { headline: string; comparisons: Comparison[]; origin: { label: string; href: string } }
type DetailOf<Kind extends ApprovalDetail['kind']> = Extract<ApprovalDetail, { kind: Kind }>

/** Returns a function that describes a request in the texts and formats of its back-office section. */
export function useApprovalTexts(): (detail: ApprovalDetail) => ApprovalTexts {
  const refund = useRefundTexts()
  const prices = usePriceListTexts()
  const figure = useRegulatedPriceRequestTexts()
  const setting = useSettingRequestTexts()
  const compensation = useCompensationTexts()
  return (detail) => {
    if (detail.kind === 'refund') return refund(detail)
    if (detail.kind === 'prices') return prices(detail)
    if (detail.kind === 'compensation') return compensation(detail)
    return detail.kind === 'figure' ? figure(detail) : setting(detail)
  }
}

function useRefundTexts(): (detail: DetailOf<'refund'>) => ApprovalTexts {
  const t = useTranslations('desk-approvals')
  const money = useMoney()
  return ({ payment, amount, is_owed_again: isOwedAgain, ...detail }) => ({
    headline: t('headlines.refund', { amount: money(amount), number: payment.item.number }),
    comparisons: [
      {
        label: t('refund.refundable'),
        before: money(detail.refundable_before),
        after: money(detail.refundable_after),
      },
      {
        label: t('refund.invoice'),
        before: '—',
        after: isOwedAgain ? t('refund.owedAgain', { amount: money(amount) }) : t('refund.asItIs'),
      },
    ],
    origin: { label: t('approval.origins.refund'), href: `/operator/payments/${payment.id}` },
  })
}

function useCompensationTexts(): (detail: DetailOf<'compensation'>) => ApprovalTexts {
  const t = useTranslations('desk-approvals')
  const money = useMoney()
  return ({ compensation: { minimum, percent, source } }) => ({
    headline: t('headlines.compensation', { amount: money(minimum) }),
    comparisons: [
      {
        label: t('compensation.amount'),
        before: '—',
        after: t('compensation.greater', { amount: money(minimum), percent }),
      },
      { label: t('compensation.norm'), before: '—', after: source },
    ],
    origin: { label: t('approval.origins.compensation'), href: '/operator/compensations' },
  })
}

function usePriceListTexts(): (detail: DetailOf<'prices'>) => ApprovalTexts {
  const t = useTranslations('desk-approvals')
  const priceLabels = useTranslations('desk-products.prices')
  const locale = useLocale()
  const textsByEnergy = { electricity: usePriceTexts('electricity'), gas: usePriceTexts('gas') }
  return ({ act, product, tariff, before, after }) => {
    const texts = textsByEnergy[product.energy]
    const row = (label: string, format: (list: NonNullable<typeof before>) => string): Comparison => ({
      label,
      before: before ? format(before) : '—',
      after: after ? format(after) : '—',
    })
    const { id, name, energy } = product
    return {
      headline: t(`headlines.prices.${act}`, { name, tariff }),
      comparisons: [
        row(priceLabels('from'), (list) => formatDay(list.valid_from, locale)),
        row(texts.fixedTerm, ({ prices }) => texts.fixed(prices)),
        row(priceLabels('energy'), ({ prices }) => texts.energy(prices)),
        row(priceLabels('discounts'), ({ prices }) => texts.discounts(prices)),
        ...(energy === 'gas' ? [] : [row(priceLabels('surplus'), ({ prices }) => texts.surplus(prices))]),
      ],
      origin: { label: t('approval.origins.prices'), href: `/operator/products/${id}` },
    }
  }
}

function useRegulatedPriceRequestTexts(): (detail: DetailOf<'figure'>) => ApprovalTexts {
  const t = useTranslations('desk-approvals')
  const labels = useTranslations('desk-regulated-prices.figure')
  const locale = useLocale()
  const { nameOf, valueText } = useRegulatedPriceTexts()
  return ({ act, figure, before, after }) => {
    const row = (label: string, format: (value: NonNullable<typeof before>) => string): Comparison => ({
      label,
      before: before ? format(before) : '—',
      after: after ? format(after) : '—',
    })
    return {
      headline: t(`headlines.figure.${act}`, { name: nameOf(figure) }),
      comparisons: [
        row(labels('value'), ({ values }) => valueText(figure, values)),
        row(labels('from'), ({ valid_from: from }) => formatDay(from, locale)),
        row(labels('until'), ({ valid_to: until }) => formatDay(until, locale) || '—'),
        row(labels('source'), ({ source }) => source),
      ],
      origin: {
        label: t('approval.origins.figure'),
        href: `/operator/regulated/${encodeURIComponent(figure.name)}`,
      },
    }
  }
}

function useSettingRequestTexts(): (detail: DetailOf<'setting'>) => ApprovalTexts {
  const t = useTranslations('desk-approvals')
  const valueText = useSettingValueText()
  const { nameOf, purposeOf } = useSettingTexts()
  return ({ path, value_kind: kind, before, after }) => ({
    headline: t('headlines.setting', { name: nameOf(path) }),
    comparisons: [
      {
        label: purposeOf(path),
        before: valueText({ kind, hidden: false }, before),
        after: valueText({ kind, hidden: false }, after),
      },
    ],
    origin: { label: t('approval.origins.setting'), href: `/operator/settings?q=${encodeURIComponent(path)}` },
  })
}
