import { useEffect, useRef, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { type ContractPrefill, handOffToContract } from '#domains/contracting/web/draft/prefill.ts'
import { LeadForm } from '#domains/leads/web/lead-form.tsx'
import { useSettings } from '#domains/retailer/web/settings.ts'
import { Button, ButtonLink } from '#kit/web/action/button.tsx'
import { SummaryCard } from '#kit/web/display/summary-card.tsx'
import { Banner } from '#kit/web/feedback/banner.tsx'
import { chevronLeft } from '#kit/web/graphics/icons.ts'
import { useSend } from '#kit/web/portal.ts'
import { formatDay, formatEnergy, formatMoney } from '#vocabulary/format.ts'
import type { Locale } from '#vocabulary/locale.ts'
import type { Comparison, ElectricityInvoice } from '../api.ts'
import { fieldsOf, findComparedTariff } from '../rules.ts'
import { BillTable } from './bill-table.tsx'
import { BillsDrawing } from './bills-drawing.tsx'
import type { BillPart } from './bills-layout.ts'
import styles from './comparison-result.module.css'
import { centsOf, ProductTable } from './product-table.tsx'
import { type Energy, sendContact } from './queries.ts'
import type { InvoiceComparison } from './use-comparison.ts'

type ComparisonResultViewProps = { energy: Energy; compared: InvoiceComparison; onBack: () => void }

/**
 * Shows what an invoice would have cost with the retailer: first the result, then both bills, how they were computed,
 * and every product.
 */
export function ComparisonResultView({ energy, compared: { comparison, invoice }, onBack }: ComparisonResultViewProps) {
  const t = useTranslations('comparators.result')
  const locale = useLocale() as Locale
  const heading = useRef<HTMLHeadingElement>(null)
  const { own, dual } = useContractHrefs(energy)
  const [best] = comparison.products
  const handOff = (productId: number | undefined) => handOffToContract(prefillOf(energy, invoice, productId))
  // The result replaces the form, so the focus moves to its heading.
  useEffect(() => heading.current?.focus(), [])

  return (
    <div className={styles.page}>
      <header className="stack">
        <div>
          <Button variant="quiet" isSmall icon={chevronLeft} onClick={onBack}>
            {t('back')}
          </Button>
        </div>
        <h1 ref={heading} tabIndex={-1}>
          {t('title')}
        </h1>
        <p className="soft">
          {t('about', {
            from: formatDay(invoice.startDate, locale),
            to: formatDay(invoice.endDate, locale),
            days: comparison.days,
            energy: formatEnergy(Math.round(comparison.kwh * 1_000), locale),
          })}
        </p>
        <ServerHtml html={comparison.header} />
      </header>
      <ComparisonSummary comparison={comparison} hrefs={{ own, dual }} onContract={() => handOff(best?.id)} />
      <section className={styles.both} aria-label={t('bills')}>
        <Drawing comparison={comparison} />
        <BillTable comparison={comparison} />
      </section>
      <section className={styles.split}>
        <div className="stack">
          <h2>{t('how')}</h2>
          <ServerHtml html={comparison.content} />
        </div>
        <Contact energy={energy} invoice={invoice} />
      </section>
      <section className="stack" id="products" tabIndex={-1}>
        <h2>{t('products')}</h2>
        <ProductTable
          caption={t('productsCaption')}
          products={comparison.products}
          headers={{ amount: t('billOfDays'), difference: t('year') }}
          contract={own === null ? null : { href: own, onContract: handOff }}
        />
      </section>
    </div>
  )
}

type Hrefs = { own: string | null; dual: string | null }

function useContractHrefs(energy: Energy): Hrefs {
  const { contractation } = useSettings()
  return {
    own: contractation[energy].enabled ? `/new-${energy}-customer` : null,
    dual: energy === 'gas' && contractation.dual.enabled ? '/new-dual-customer' : null,
  }
}

/** Returns the values of an invoice that the form of a new contract requests as well. */
function prefillOf(
  energy: Energy,
  invoice: InvoiceComparison['invoice'],
  productId: number | undefined,
): ContractPrefill {
  const { cups, postcode, comerOrigin, accessTariff } = invoice
  const powers = 'power' in invoice && { kw: powersOf(invoice), areRequested: false }
  return {
    ...{ energy, cups, postcode, retailerId: comerOrigin, tariffId: Number(accessTariff), productId },
    ...(powers && { powers }),
  }
}

function powersOf(invoice: ElectricityInvoice): number[] {
  const kw: number[] = []
  for (const field of fieldsOf(findComparedTariff(invoice.accessTariff)!.name).powers)
    kw.push(invoice[field] ?? kw.at(-1)!)
  return kw
}

type ComparisonSummaryProps = { comparison: Comparison; hrefs: Hrefs; onContract: () => void }

function ComparisonSummary({ comparison, hrefs, onContract }: ComparisonSummaryProps) {
  const t = useTranslations('comparators.result')
  const locale = useLocale() as Locale
  const [best] = comparison.products
  const yearCents = centsOf(best?.difference_year ?? 0)
  const cents = centsOf(best?.difference ?? 0)
  const direction = cents < 0 ? 'Less' : cents > 0 ? 'More' : 'Same'
  const share = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 })
  const goToProducts = () => {
    const products = document.getElementById('products')
    products?.scrollIntoView({ block: 'start' })
    products?.focus({ preventScroll: true })
  }
  return (
    <SummaryCard
      label={t(direction === 'More' ? 'more' : 'less')}
      figure={t(`figure${direction}`, { amount: formatMoney(Math.abs(yearCents), locale) })}
      actions={
        <div className={styles.buttons}>
          {hrefs.own && (
            <ButtonLink href={hrefs.own} variant={direction === 'More' ? 'second' : 'main'} onClick={onContract}>
              {t(hrefs.dual ? 'contractGas' : 'contract')}
            </ButtonLink>
          )}
          {hrefs.dual && (
            <ButtonLink href={hrefs.dual} variant="second" onClick={onContract}>
              {t('contractDual')}
            </ButtonLink>
          )}
          <Button variant="quiet" onClick={goToProducts}>
            {t('ourProducts')}
          </Button>
        </div>
      }
    >
      {t(`sentence${direction}`, { percent: share.format(Math.abs(cents) / centsOf(comparison.invoice_amount)) })}
    </SummaryCard>
  )
}

function Drawing({ comparison }: { comparison: Comparison }) {
  const t = useTranslations('comparators.result')
  const locale = useLocale() as Locale
  const { organization } = useSettings()
  const { operations, parts, invoice_parts: theirs, invoice_amount, total_amount } = comparison
  const isElectric = 'potencia' in operations.lines
  const rest = (of: { taxes: number; meter: number }): BillPart => ({
    label: t(isElectric ? 'taxesAndMeter' : 'taxes'),
    amount: of.taxes + of.meter,
    tone: 'plain',
  })
  const supply = t(isElectric ? 'supply' : 'gasSupply')
  return (
    <BillsDrawing
      label={t('drawing', {
        theirs: formatMoney(centsOf(invoice_amount), locale),
        ours: formatMoney(centsOf(total_amount), locale),
      })}
      bills={[
        {
          title: t('theirs'),
          total: invoice_amount,
          parts: theirs
            ? [{ label: supply, amount: theirs.supply, tone: 'middle' }, rest(theirs)]
            : [{ label: t('total'), amount: invoice_amount, tone: 'middle' }],
        },
        {
          title: organization.name,
          total: total_amount,
          parts: [{ label: supply, amount: parts.supply, tone: 'middle' }, rest(parts)],
        },
      ]}
    />
  )
}

function Contact({ energy, invoice }: { energy: Energy; invoice: InvoiceComparison['invoice'] }) {
  const t = useTranslations('comparators.result')
  const send = useSend()
  const [isSent, setSent] = useState(false)
  return (
    <div className="stack screen-only">
      <h2>{t('contact')}</h2>
      {isSent ? (
        <Banner tone="positive" isAlert>
          <strong>{t('sent')}.</strong> {t('sentText')}
        </Banner>
      ) : (
        <>
          <p className="soft">{t('contactText')}</p>
          <LeadForm
            name={`comparison-${energy}`}
            action={t('contactSend')}
            onSend={async (contact) => {
              await sendContact(send, energy, { contact, mode: 'auto', comparison: invoice })
              setSent(true)
            }}
          />
        </>
      )}
    </div>
  )
}

/** Renders HTML that the server writes: its own text, with all foreign values escaped (server/present.ts). */
function ServerHtml({ html }: { html: string }) {
  return <div className={styles.explanation} dangerouslySetInnerHTML={{ __html: html }} />
}
