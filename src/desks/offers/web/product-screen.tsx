import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { WaitingNotice } from '#desks/approvals/web/waiting-notice.tsx'
import { RoleButton } from '#desks/common/web/role-button.tsx'
import { SureButton } from '#desks/common/web/sure-button.tsx'
import { useAct } from '#desks/common/web/use-act.ts'
import { useRoleReason } from '#desks/common/web/use-role-reason.ts'
import { BackLink } from '#kit/web/back-link.tsx'
import { Fact, Facts } from '#kit/web/facts.tsx'
import { Failure } from '#kit/web/failure.tsx'
import { Link } from '#kit/web/link.tsx'
import type { LoadContext } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import { formatDay } from '#vocabulary/format.ts'
import type { PriceList, ReadProduct } from '../api.ts'
import { priceRoles, productRoles } from '../roles.ts'
import { tariffsOf } from '../rules.ts'
import { PriceLists } from './price-lists.tsx'
import { productQuery, productsKey } from './queries.ts'
import { SaleChip } from './sale-chip.tsx'

const ProductDialog = lazy(async () => ({ default: (await import('./product-dialog.tsx')).ProductDialog }))
const PricesDialog = lazy(async () => ({ default: (await import('./prices-dialog.tsx')).PricesDialog }))

export function load({ send, prefetch, params }: LoadContext) {
  return prefetch(productQuery(send, params.id!))
}

/** A product: how it is told of and to whom, when it is sold, and all its prices with what is planned. */
export function ProductScreen() {
  const t = useTranslations('desk-offers')
  const { id } = useParams({ strict: false }) as { id: string }
  const { data: product } = useSuspenseQuery(productQuery(useSend(), id))
  const [open, setOpen] = useState<'product' | 'prices' | PriceList | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      <div>
        <BackLink href="/operator/products">{t('product.back')}</BackLink>
        <div className="line">
          <h1>{product.commercial_name ?? product.name}</h1>
          {product.sale !== 'on_sale' && <SaleChip sale={product.sale} />}
        </div>
      </div>
      <About product={product} />
      <div className="line">
        {!product.is_archived && (
          <RoleButton roles={productRoles} variant="second" onClick={() => setOpen('product')}>
            {t('product.edit')}
          </RoleButton>
        )}
        <Archive product={product} />
      </div>
      <section className="stack" aria-labelledby="prices-title">
        <div className="line">
          <h2 id="prices-title">{t('prices.heading')}</h2>
          {canPlan(product) && (
            <RoleButton roles={priceRoles} onClick={() => setOpen('prices')}>
              {t('prices.plan')}
            </RoleButton>
          )}
        </div>
        {product.waiting_approvals.map(({ tariff, approval }) => (
          <WaitingNotice key={tariff} approval={approval} about={tariff} />
        ))}
        <PriceLists product={product} onChange={setOpen} />
      </section>
      {open && (
        <Suspense>
          {open === 'product' ? (
            <ProductDialog product={product} onClose={close} />
          ) : (
            <PricesDialog product={product} list={open === 'prices' ? null : open} onClose={close} />
          )}
        </Suspense>
      )}
    </>
  )
}

/** Whether there is a tariff of which no prices wait for another operator. */
function canPlan({ is_archived: isArchived, energy, waiting_approvals: waiting }: ReadProduct): boolean {
  return !isArchived && tariffsOf(energy).length > waiting.length
}

function About({ product: { name, energy, offer, opened_by } }: { product: ReadProduct }) {
  const t = useTranslations('desk-offers')
  const locale = useLocale()
  const day = (value: string) => formatDay(value, locale)
  return (
    <>
      {offer && <p className="lead">{offer.descriptions[locale] ?? offer.descriptions.es}</p>}
      <Facts>
        <Fact label={t('dialog.name')}>{name}</Fact>
        <Fact label={t('product.energy')}>{t(`energies.${energy}`)}</Fact>
        {offer && (
          <>
            <Fact label={t('product.saleDays')}>
              {offer.to_day
                ? t('product.saleFromTo', { from: day(offer.from_day), to: day(offer.to_day) })
                : t('product.saleFrom', { from: day(offer.from_day) })}
            </Fact>
            {energy === 'electricity' && (
              <Fact label={t('product.forWhom')}>{t(`product.${forWhom(offer.with_self_consumption)}`)}</Fact>
            )}
            <Fact label={t('product.position')}>{offer.position}</Fact>
            {offer.link && <Fact label={t('product.link')}>{offer.link}</Fact>}
          </>
        )}
        {opened_by.length > 0 && (
          <Fact label={t('product.openedBy')}>
            {opened_by.map(({ id, name: campaign }, place) => (
              <span key={id}>
                {place > 0 && ', '}
                <Link href={`/operator/campaigns/${id}`}>{campaign}</Link>
              </span>
            ))}
          </Fact>
        )}
      </Facts>
    </>
  )
}

function forWhom(withSelfConsumption: boolean | null) {
  if (withSelfConsumption === null) return 'everybody'
  return withSelfConsumption ? 'withSelfConsumption' : 'withoutSelfConsumption'
}

/** Puts a product aside, after asking once more, or takes it out again. */
function Archive({ product: { id, version, is_archived: isArchived } }: { product: ReadProduct }) {
  const t = useTranslations('desk-offers.product')
  const reason = useRoleReason(productRoles)
  const send = useSend()
  const { go, isBusy, failure } = useAct({
    desk: 'desk-offers',
    stale: productsKey,
    done: () => t(isArchived ? 'unarchived' : 'archived'),
    act: async (archived: boolean) =>
      send((await import('../api.ts')).archiveProduct, { params: { id: String(id) }, body: { version, archived } }),
  })
  return (
    <>
      <Failure>{failure}</Failure>
      {isArchived ? (
        <RoleButton roles={productRoles} variant="second" isBusy={isBusy} onClick={() => go(false)}>
          {t('unarchive')}
        </RoleButton>
      ) : (
        <SureButton
          whyNot={reason}
          label={t('archive')}
          sure={t('archiveSure')}
          isBusy={isBusy}
          onSure={() => go(true)}
        />
      )}
    </>
  )
}
