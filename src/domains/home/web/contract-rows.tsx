import { useId } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { Contract } from '#domains/contracts/api.ts'
import { standingOf } from '#domains/contracts/rules.ts'
import { flame, lightning } from '#kit/web/icons.ts'
import { Link } from '#kit/web/link.tsx'
import { RowLink, Rows } from '#kit/web/rows.tsx'
import { formatDecimal } from '#vocabulary/format.ts'

/** The first contracts, and the way to the others. */
export function ContractRows({ items, total }: { items: readonly Contract[]; total: number }) {
  const t = useTranslations('home.contracts')
  const locale = useLocale()
  const headingId = useId()
  if (!items.length) return null
  return (
    <section className="stack" aria-labelledby={headingId}>
      <h2 id={headingId}>{t('title')}</h2>
      <Rows>
        {items.map((contract) => (
          <ContractRow key={contract.id} contract={contract} />
        ))}
      </Rows>
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
  const ofContracts = useTranslations('contracts')
  const locale = useLocale()
  const { type, name, cups, pricelist, tariff, contracted_power_period: powers, sign_date: signedOn, state } = contract
  const mostKw = Math.max(...powers.map(({ power }) => power))
  const detail = [
    ofContracts(`kinds.${type}`),
    pricelist.nom_comercial ?? pricelist.name,
    powers.length ? `${formatDecimal(mostKw, locale)}\u00a0kW` : tariff.name,
    t('number', { name }),
  ]
  return (
    <RowLink
      glyph={type === 'gas' ? flame : lightning}
      href={`/contracts/${type}/${encodeURIComponent(name)}`}
      title={cups.full_address}
      detail={detail.join(' · ')}
      end={ofContracts(`standings.${standingOf({ state, signedOn })}`)}
    />
  )
}
