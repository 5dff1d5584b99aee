import { useId } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { Contract } from '#domains/contracts/api.ts'
import { contractStatusOf } from '#domains/contracts/rules.ts'
import { flame, lightning } from '#kit/web/graphics/icons.ts'
import { RowLink, RowList } from '#kit/web/list/row-list.tsx'
import { Link } from '#kit/web/navigation/link.tsx'
import { contractAddress } from '#vocabulary/contract-address.ts'
import { formatDecimal } from '#vocabulary/format.ts'

/** Shows the first contracts and a link to the others. */
export function ContractRows({ items, total }: { items: readonly Contract[]; total: number }) {
  const t = useTranslations('home.contracts')
  const locale = useLocale()
  const headingId = useId()
  if (!items.length) return null
  return (
    <section className="stack" aria-labelledby={headingId}>
      <h2 id={headingId}>{t('title')}</h2>
      <RowList>
        {items.map((contract) => (
          <ContractRow key={contract.id} contract={contract} />
        ))}
      </RowList>
      {total > items.length && (
        <p>
          <Link href={`/contracts/${items[0]!.type}`}>{t('all', { count: formatDecimal(total, locale) })}</Link>
        </p>
      )}
    </section>
  )
}

function ContractRow({ contract }: { contract: Contract }) {
  const t = useTranslations('home.contracts')
  const contractTexts = useTranslations('contracts')
  const locale = useLocale()
  const { type, name, cups, pricelist, tariff, contracted_power_period: powers, sign_date: signedOn, state } = contract
  const maxKw = Math.max(...powers.map(({ power }) => power))
  const detail = [
    contractTexts(`kinds.${type}`),
    pricelist.nom_comercial ?? pricelist.name,
    powers.length ? `${formatDecimal(maxKw, locale)}\u00a0kW` : tariff.name,
    t('number', { name }),
  ]
  return (
    <RowLink
      glyph={type === 'gas' ? flame : lightning}
      href={contractAddress({ energy: type, name })}
      title={cups.full_address}
      detail={detail.join(' · ')}
      end={contractTexts(`statuses.${contractStatusOf({ state, signedOn })}`)}
    />
  )
}
