import { useSuspenseQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { type ContractChoice, contractInfoQuery } from '#domains/contracts/web/queries.ts'
import { isRefused } from '#kit/refusal.ts'
import { Button } from '#kit/web/action/button.tsx'
import { Disclosure } from '#kit/web/display/disclosure.tsx'
import { ErrorBanner } from '#kit/web/feedback/error-banner.tsx'
import { RetryBoundary } from '#kit/web/feedback/retry-boundary.tsx'
import { useOutageText } from '#kit/web/feedback/use-outage-text.ts'
import { maxNativeOptions, SearchableSelect } from '#kit/web/form/searchable-select.tsx'
import { useSend } from '#kit/web/portal.ts'
import { formatDay, formatEnergy, formatMoney } from '#vocabulary/format.ts'
import type { Locale } from '#vocabulary/locale.ts'
import styles from './comparator-page.module.css'
import { centsOf, ProductTable } from './product-table.tsx'
import { readOwnYear } from './queries.ts'

/** With more contracts than this, the others are one click away. */
const maxShownContracts = 3

/** Lists the customer's own contracts, each with a button that compares its measured year. */
export function OwnYears() {
  const t = useTranslations('comparators.own')
  const titleId = useId()
  return (
    <section className={styles.year} aria-labelledby={titleId}>
      <h2 id={titleId}>{t('title')}</h2>
      <p className="soft">{t('text')}</p>
      <RetryBoundary title={t('title')} message={t('failed')} resetKey="own">
        <Contracts />
      </RetryBoundary>
    </section>
  )
}

function Contracts() {
  const t = useTranslations('comparators.own')
  const { data: choices } = useSuspenseQuery(contractInfoQuery(useSend()))
  const own = choices.filter(({ energy, isClosed }) => energy === 'electricity' && !isClosed)
  const [chosen, choose] = useState('')
  if (own.length === 0) return <p>{t('none')}</p>
  if (own.length > maxNativeOptions) {
    const contract = own.find(({ name }) => name === chosen)
    return (
      <>
        <SearchableSelect
          label={t('contract')}
          options={own.map(({ name, address }) => ({ value: name, label: name, detail: address }))}
          value={chosen}
          onValue={choose}
        />
        {contract && <OwnYear key={contract.name} contract={contract} />}
      </>
    )
  }
  return (
    <>
      {own.slice(0, maxShownContracts).map((contract) => (
        <OwnYear key={contract.name} contract={contract} />
      ))}
      {own.length > maxShownContracts && (
        <Disclosure summary={`+ ${own.length - maxShownContracts}`}>
          {own.slice(maxShownContracts).map((contract) => (
            <OwnYear key={contract.name} contract={contract} />
          ))}
        </Disclosure>
      )}
    </>
  )
}

type Year = Awaited<ReturnType<typeof readOwnYear>>
type PaidForSurplus = Pick<Year['products'][number], 'pays_surplus' | 'surplus_amount' | 'wallet_amount'>

function OwnYear({ contract }: { contract: ContractChoice }) {
  const t = useTranslations('comparators')
  const outageText = useOutageText()
  const send = useSend()
  const [year, setYear] = useState<Year | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const nameId = useId()
  const buttonId = useId()

  async function compare() {
    setBusy(true)
    setFailure(null)
    try {
      setYear(await readOwnYear(send, contract.name))
    } catch (thrown) {
      setFailure(thrown)
    }
    setBusy(false)
  }

  function textOf(thrown: unknown): string {
    const code = (['no_offers', 'tax_unknown'] as const).find((each) => isRefused(thrown) && each === thrown.code)
    return code ? t(`refusals.${code}`) : (outageText(thrown) ?? t('own.failed'))
  }

  return (
    <div className={styles.contract}>
      <p id={nameId}>{t('own.of', { contract: contract.name, address: contract.address })}</p>
      <Button id={buttonId} variant="second" isBusy={isBusy} aria-describedby={nameId} onClick={compare}>
        {t('own.compare')}
      </Button>
      <ErrorBanner>{failure !== null && textOf(failure)}</ErrorBanner>
      <div role="status">{year && <YearResult year={year} />}</div>
    </div>
  )
}

function YearResult({ year }: { year: Year }) {
  const t = useTranslations('comparators')
  const locale = useLocale() as Locale
  const { start, end, days, missing_hours, kwh, surplus_kwh, has_wallet, present, products } = year
  const panelNote = usePanelNote()
  if (start === null || end === null) return <p>{t('own.tooFew')}</p>
  const energy = formatEnergy(Math.round(kwh.reduce((sum, each) => sum + each, 0) * 1_000), locale)
  return (
    <div className={styles.contract}>
      <p>
        {t('own.about', { from: formatDay(start, locale), to: formatDay(end, locale), energy, days })}{' '}
        {missing_hours > 0 && t('own.missing', { hours: missing_hours })}
      </p>
      {surplus_kwh > 0 && (
        <p>
          {t('own.surplus', {
            energy: formatEnergy(Math.round(surplus_kwh * 1_000), locale),
            wallet: has_wallet ? 'yes' : 'no',
          })}
        </p>
      )}
      {present && (
        <p>
          <strong>{t('own.present')}:</strong> {present.name}, {formatMoney(centsOf(present.total_amount), locale)}
          {surplus_kwh > 0 && `. ${panelNote(present)}`}
        </p>
      )}
      <ProductTable
        caption={t('own.caption')}
        products={surplus_kwh > 0 ? products.map((product) => ({ ...product, note: panelNote(product) })) : products}
        headers={{ amount: t('own.yearCost'), difference: t('own.versus') }}
        contract={null}
      />
    </div>
  )
}

/** Returns a function for what a product pays for the surplus of the year, in the bills and through the wallet. */
function usePanelNote() {
  const t = useTranslations('comparators.own.panels')
  const locale = useLocale() as Locale
  return ({ pays_surplus, surplus_amount, wallet_amount }: PaidForSurplus): string => {
    if (!pays_surplus) return t('none')
    const values = {
      bills: formatMoney(centsOf(surplus_amount), locale),
      wallet: formatMoney(centsOf(wallet_amount), locale),
    }
    return t(wallet_amount > 0 ? 'paidWithWallet' : 'paid', values)
  }
}
