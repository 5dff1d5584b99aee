import { useEffect, useRef, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { type Brought, bringToContract } from '#domains/contracting/web/brought.ts'
import { LeadForm } from '#domains/leads/web/lead-form.tsx'
import { useSettings } from '#domains/operator/web/settings.ts'
import type { Locale } from '#kit/locale.ts'
import { Banner } from '#kit/web/banner.tsx'
import { Button, ButtonLink } from '#kit/web/button.tsx'
import { chevronLeft } from '#kit/web/icons.ts'
import { Plate } from '#kit/web/plate.tsx'
import { useSend } from '#kit/web/portal.ts'
import { formatDay, formatEnergy, formatMoney } from '#vocabulary/format.ts'
import type { Comparison, ElectricityInvoice } from '../api.ts'
import { comparedTariff, fieldsOf } from '../rules.ts'
import { BillTable } from './bill-table.tsx'
import { BillsDrawing } from './bills-drawing.tsx'
import type { BillPart } from './bills-shape.ts'
import { centsOf, ProductTable } from './product-table.tsx'
import { type Energy, sendContact } from './queries.ts'
import styles from './result.module.css'
import type { Compared } from './use-comparison-form.ts'

type ResultProps = { energy: Energy; compared: Compared; onBack: () => void }

/** What an invoice would have been with us: the answer first, then both bills, how they were made, and every product. */
export function Result({ energy, compared: { comparison, invoice }, onBack }: ResultProps) {
  const t = useTranslations('comparators.result')
  const locale = useLocale() as Locale
  const heading = useRef<HTMLHeadingElement>(null)
  const { own, dual } = useContractHrefs(energy)
  const [best] = comparison.products
  const bring = (productId: number | undefined) => bringToContract(broughtOf(energy, invoice, productId))
  // The result takes the place of the form, so that the focus goes where it begins.
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
        <OurWords html={comparison.header} />
      </header>
      <Answer comparison={comparison} hrefs={{ own, dual }} onContract={() => bring(best?.id)} />
      <section className={styles.both} aria-label={t('bills')}>
        <Drawing comparison={comparison} />
        <BillTable comparison={comparison} />
      </section>
      <section className={styles.split}>
        <div className="stack">
          <h2>{t('how')}</h2>
          <OurWords html={comparison.content} />
        </div>
        <Contact energy={energy} invoice={invoice} />
      </section>
      <section className="stack" id="products" tabIndex={-1}>
        <h2>{t('products')}</h2>
        <ProductTable
          caption={t('productsCaption')}
          products={comparison.products}
          headers={{ amount: t('billOfDays'), difference: t('year') }}
          contract={own === null ? null : { href: own, onContract: bring }}
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

/** What of an invoice the form of a new contract asks for as well. */
function broughtOf(energy: Energy, invoice: Compared['invoice'], productId: number | undefined): Brought {
  const { cups, postcode, comerOrigin, accessTariff } = invoice
  const powers = 'power' in invoice && { kw: powersOf(invoice), areWanted: false }
  return {
    ...{ energy, cups, postcode, retailerId: comerOrigin, tariffId: Number(accessTariff), productId },
    ...(powers && { powers }),
  }
}

function powersOf(invoice: ElectricityInvoice): number[] {
  const kw: number[] = []
  for (const field of fieldsOf(comparedTariff(invoice.accessTariff)!.name).powers) kw.push(invoice[field] ?? kw.at(-1)!)
  return kw
}

type AnswerProps = { comparison: Comparison; hrefs: Hrefs; onContract: () => void }

function Answer({ comparison, hrefs, onContract }: AnswerProps) {
  const t = useTranslations('comparators.result')
  const locale = useLocale() as Locale
  const [best] = comparison.products
  const yearCents = centsOf(best?.difference_year ?? 0)
  const cents = centsOf(best?.difference ?? 0)
  const way = cents < 0 ? 'Less' : cents > 0 ? 'More' : 'Same'
  const share = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 })
  const goToProducts = () => {
    const products = document.getElementById('products')
    products?.scrollIntoView({ block: 'start' })
    products?.focus({ preventScroll: true })
  }
  return (
    <Plate
      label={t(way === 'More' ? 'more' : 'less')}
      figure={t(`figure${way}`, { amount: formatMoney(Math.abs(yearCents), locale) })}
      actions={
        <div className={styles.buttons}>
          {hrefs.own && (
            <ButtonLink href={hrefs.own} variant={way === 'More' ? 'second' : 'main'} onClick={onContract}>
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
      {t(`sentence${way}`, { percent: share.format(Math.abs(cents) / centsOf(comparison.invoice_amount)) })}
    </Plate>
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

function Contact({ energy, invoice }: { energy: Energy; invoice: Compared['invoice'] }) {
  const t = useTranslations('comparators.result')
  const send = useSend()
  const [isSent, setSent] = useState(false)
  return (
    <div className="stack screen-only">
      <h2>{t('contact')}</h2>
      {isSent ? (
        <Banner tone="positive" isNews>
          <strong>{t('sent')}.</strong> {t('sentWords')}
        </Banner>
      ) : (
        <>
          <p className="soft">{t('contactWords')}</p>
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

/** Words that the server writes as HTML: its own, with everything of others escaped (server/present.ts). */
function OurWords({ html }: { html: string }) {
  return <div className={styles.told} dangerouslySetInnerHTML={{ __html: html }} />
}
