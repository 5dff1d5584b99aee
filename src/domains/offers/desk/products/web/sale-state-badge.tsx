import { useTranslations } from 'use-intl'
import { Badge } from '#kit/web/display/badge.tsx'
import type { ListedProduct } from '../api.ts'

const tones = { planned: 'warning', ended: 'plain', not_offered: 'plain', archived: 'plain' } as const

/** The sale state of a product. On sale is the normal state and is shown as plain text. */
export function SaleStateBadge({ sale }: { sale: ListedProduct['sale'] }) {
  const t = useTranslations('desk-products.sales')
  return sale === 'on_sale' ? t(sale) : <Badge tone={tones[sale]}>{t(sale)}</Badge>
}
