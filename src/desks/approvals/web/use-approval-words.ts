import { useLocale, useTranslations } from 'use-intl'
import { useMoney } from '#desks/common/web/use-money.ts'
import { usePriceWords } from '#desks/offers/web/use-price-words.ts'
import { useFigureWords } from '#desks/regulated/web/use-figure-words.ts'
import { useSettingWords } from '#desks/settings/web/use-setting-words.ts'
import { useValueWords } from '#desks/settings/web/use-value-words.ts'
import { formatDay } from '#vocabulary/format.ts'
import type { ApprovalDetail } from '../api.ts'

/** One thing that would change: what it is, how it stands, and how it would stand then. */
export type Comparison = { label: string; before: string; after: string }

/** What is asked for, in a sentence; what would change; and where the thing itself is looked at. */
type ApprovalWords = { headline: string; comparisons: Comparison[]; origin: { label: string; href: string } }
type DetailOf<Kind extends ApprovalDetail['kind']> = Extract<ApprovalDetail, { kind: Kind }>

/** Tells a request in the words and formats of the desk it comes from. */
export function useApprovalWords(): (detail: ApprovalDetail) => ApprovalWords {
  const refund = useRefundWords()
  const prices = usePricesWords()
  const figure = useFigureRequestWords()
  const setting = useSettingRequestWords()
  return (detail) => {
    if (detail.kind === 'refund') return refund(detail)
    if (detail.kind === 'prices') return prices(detail)
    return detail.kind === 'figure' ? figure(detail) : setting(detail)
  }
}

function useRefundWords(): (detail: DetailOf<'refund'>) => ApprovalWords {
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

function usePricesWords(): (detail: DetailOf<'prices'>) => ApprovalWords {
  const t = useTranslations('desk-approvals')
  const told = useTranslations('desk-offers.prices')
  const locale = useLocale()
  const wordsOf = { electricity: usePriceWords('electricity'), gas: usePriceWords('gas') }
  return ({ act, product, tariff, before, after }) => {
    const words = wordsOf[product.energy]
    const row = (label: string, tell: (list: NonNullable<typeof before>) => string): Comparison => ({
      label,
      before: before ? tell(before) : '—',
      after: after ? tell(after) : '—',
    })
    const { id, name, energy } = product
    return {
      headline: t(`headlines.prices.${act}`, { name, tariff }),
      comparisons: [
        row(told('from'), (list) => formatDay(list.valid_from, locale)),
        row(words.fixedTerm, ({ prices }) => words.fixed(prices)),
        row(told('energy'), ({ prices }) => words.energy(prices)),
        row(told('discounts'), ({ prices }) => words.discounts(prices)),
        ...(energy === 'gas' ? [] : [row(told('surplus'), ({ prices }) => words.surplus(prices))]),
      ],
      origin: { label: t('approval.origins.prices'), href: `/operator/products/${id}` },
    }
  }
}

function useFigureRequestWords(): (detail: DetailOf<'figure'>) => ApprovalWords {
  const t = useTranslations('desk-approvals')
  const told = useTranslations('desk-regulated.figure')
  const locale = useLocale()
  const { nameOf, valueWords } = useFigureWords()
  return ({ act, figure, before, after }) => {
    const row = (label: string, tell: (value: NonNullable<typeof before>) => string): Comparison => ({
      label,
      before: before ? tell(before) : '—',
      after: after ? tell(after) : '—',
    })
    return {
      headline: t(`headlines.figure.${act}`, { name: nameOf(figure) }),
      comparisons: [
        row(told('value'), ({ values }) => valueWords(figure, values)),
        row(told('from'), ({ valid_from: from }) => formatDay(from, locale)),
        row(told('until'), ({ valid_to: until }) => formatDay(until, locale) || '—'),
        row(told('source'), ({ source }) => source),
      ],
      origin: {
        label: t('approval.origins.figure'),
        href: `/operator/regulated/${encodeURIComponent(figure.name)}`,
      },
    }
  }
}

function useSettingRequestWords(): (detail: DetailOf<'setting'>) => ApprovalWords {
  const t = useTranslations('desk-approvals')
  const valueWords = useValueWords()
  const { nameOf, purposeOf } = useSettingWords()
  return ({ path, value_kind: kind, before, after }) => ({
    headline: t('headlines.setting', { name: nameOf(path) }),
    comparisons: [
      {
        label: purposeOf(path),
        before: valueWords({ kind, hidden: false }, before),
        after: valueWords({ kind, hidden: false }, after),
      },
    ],
    origin: { label: t('approval.origins.setting'), href: `/operator/settings?q=${encodeURIComponent(path)}` },
  })
}
