import { useTranslations } from 'use-intl'
import { Tabs } from '#kit/web/tabs.tsx'
import { addressOf, type InvoiceKind, type InvoiceListView } from './list-address.ts'

type KindTabsProps = {
  kinds: readonly { kind: InvoiceKind; count: number }[]
  current: InvoiceKind
  view: InvoiceListView
}

/** The way to the other kinds, each with how many invoices it has; one kind alone needs none. */
export function KindTabs({ kinds, current, view }: KindTabsProps) {
  const t = useTranslations('invoices.kinds')
  if (kinds.length < 2) return null
  const tabs = kinds.map(({ kind, count }) => ({ key: kind, label: t(kind), count, href: addressOf(view, { kind }) }))
  return <Tabs label={t('label')} current={current} tabs={tabs} />
}
