import { useTranslations } from 'use-intl'
import { Chip } from '#kit/web/chip.tsx'
import type { ListedProduct } from '../api.ts'

const tones = { planned: 'warning', ended: 'plain', not_offered: 'plain', archived: 'plain' } as const

/** Whether a product is sold: what is on sale is normal, so it is plain text. */
export function SaleChip({ sale }: { sale: ListedProduct['sale'] }) {
  const t = useTranslations('desk-offers.sales')
  return sale === 'on_sale' ? t(sale) : <Chip tone={tones[sale]}>{t(sale)}</Chip>
}
