import { useTranslations } from 'use-intl'
import { Tabs } from '#kit/web/navigation/tabs.tsx'
import { addressOf, type InvoiceKind, type InvoiceListView } from './list-address.ts'

type KindTabsProps = {
  kinds: readonly { kind: InvoiceKind; count: number }[]
  current: InvoiceKind
  view: InvoiceListView
}

/** Shows tabs for the kinds of invoices, each with its count. A single kind needs none. */
export function KindTabs({ kinds, current, view }: KindTabsProps) {
  const t = useTranslations('invoices.kinds')
  if (kinds.length < 2) return null
  const tabs = kinds.map(({ kind, count }) => ({ key: kind, label: t(kind), count, href: addressOf(view, { kind }) }))
  return <Tabs label={t('label')} current={current} tabs={tabs} />
}
