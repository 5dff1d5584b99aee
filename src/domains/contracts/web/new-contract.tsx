import { useTranslations } from 'use-intl'
import { useCustomerSettings } from '#domains/retailer/web/settings.ts'
import { ButtonLink } from '#kit/web/action/button.tsx'
import { plus } from '#kit/web/graphics/icons.ts'
import { useHasPage } from '#kit/web/navigation/known-pages.ts'
import { Menu } from '#kit/web/overlay/menu.tsx'

const kinds = ['electricity', 'gas', 'dual'] as const

/** The link to a new contract: a button where the retailer sells one kind, a menu where it sells several. */
export function NewContract() {
  const t = useTranslations('contracts.newContract')
  const { contractation } = useCustomerSettings()
  const hasPage = useHasPage()
  const options = kinds
    .map((kind) => ({ kind, href: `/new-${kind}-customer` }))
    .filter(({ kind, href }) => contractation[kind].enabled && hasPage(href))
  const [only] = options
  if (!only) return null
  if (options.length === 1)
    return (
      <ButtonLink variant="quiet" icon={plus} href={only.href}>
        {t(only.kind)}
      </ButtonLink>
    )
  return (
    <Menu
      isEager
      subject={t('title')}
      label={t('title')}
      items={options.map(({ kind, href }) => ({ key: kind, label: t(kind), href }))}
    />
  )
}
