import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { PendingApprovalNotice } from '#domains/approvals/web/pending-approval-notice.tsx'
import { ConfirmButton } from '#kit/backoffice/web/confirm-button.tsx'
import { RoleButton } from '#kit/backoffice/web/role-button.tsx'
import { useAction } from '#kit/backoffice/web/use-action.ts'
import { useRoleDisabledReason } from '#kit/backoffice/web/use-role-reason.ts'
import { ErrorBanner } from '#kit/web/feedback/error-banner.tsx'
import { lazyPart } from '#kit/web/lazy-part.tsx'
import { DescriptionItem, DescriptionList } from '#kit/web/list/description-list.tsx'
import { BackLink } from '#kit/web/navigation/back-link.tsx'
import { Link } from '#kit/web/navigation/link.tsx'
import type { LoadContext } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import { formatDay } from '#vocabulary/format.ts'
import type { PriceList, ProductDetails } from '../api.ts'
import { priceRoles, productRoles } from '../roles.ts'
import { tariffsOf } from '../rules.ts'
import { PriceLists } from './price-lists.tsx'
import { productQuery, productsKey } from './queries.ts'
import { SaleStateBadge } from './sale-state-badge.tsx'

const ProductDialog = lazyPart(async () => (await import('./product-dialog.tsx')).ProductDialog)
const PricesDialog = lazyPart(async () => (await import('./prices-dialog.tsx')).PricesDialog)

export function load({ send, prefetch, params }: LoadContext) {
  return prefetch(productQuery(send, params.id!))
}

/** A product with its descriptions, target group, sale period and all price lists. */
export function ProductScreen() {
  const t = useTranslations('desk-products')
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
          {product.sale !== 'on_sale' && <SaleStateBadge sale={product.sale} />}
        </div>
      </div>
      <ProductFacts product={product} />
      <div className="line">
        {!product.is_archived && (
          <RoleButton roles={productRoles} variant="second" onClick={() => setOpen('product')}>
            {t('product.edit')}
          </RoleButton>
        )}
        <ArchiveButton product={product} />
      </div>
      <section className="stack" aria-labelledby="prices-title">
        <div className="line">
          <h2 id="prices-title">{t('prices.heading')}</h2>
          {canPlanPrices(product) && (
            <RoleButton roles={priceRoles} onClick={() => setOpen('prices')}>
              {t('prices.plan')}
            </RoleButton>
          )}
        </div>
        {product.waiting_approvals.map(({ tariff, approval }) => (
          <PendingApprovalNotice key={tariff} approval={approval} about={tariff} />
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

/** Checks whether there is a tariff without a pending price approval. */
function canPlanPrices({ is_archived: isArchived, energy, waiting_approvals: waiting }: ProductDetails): boolean {
  return !isArchived && tariffsOf(energy).length > waiting.length
}

function ProductFacts({ product: { name, energy, offer, opened_by } }: { product: ProductDetails }) {
  const t = useTranslations('desk-products')
  const locale = useLocale()
  const day = (value: string) => formatDay(value, locale)
  return (
    <>
      {offer && <p className="lead">{offer.descriptions[locale] ?? offer.descriptions.es}</p>}
      <DescriptionList>
        <DescriptionItem label={t('dialog.name')}>{name}</DescriptionItem>
        <DescriptionItem label={t('product.energy')}>{t(`energies.${energy}`)}</DescriptionItem>
        {offer && (
          <>
            <DescriptionItem label={t('product.saleDays')}>
              {offer.to_day
                ? t('product.saleFromTo', { from: day(offer.from_day), to: day(offer.to_day) })
                : t('product.saleFrom', { from: day(offer.from_day) })}
            </DescriptionItem>
            {energy === 'electricity' && (
              <DescriptionItem label={t('product.forWhom')}>
                {t(`product.${audienceKey(offer.with_self_consumption)}`)}
              </DescriptionItem>
            )}
            <DescriptionItem label={t('product.position')}>{offer.position}</DescriptionItem>
            {offer.link && <DescriptionItem label={t('product.link')}>{offer.link}</DescriptionItem>}
          </>
        )}
        {opened_by.length > 0 && (
          <DescriptionItem label={t('product.openedBy')}>
            {opened_by.map(({ id, name: campaign }, index) => (
              <span key={id}>
                {index > 0 && ', '}
                <Link href={`/operator/campaigns/${id}`}>{campaign}</Link>
              </span>
            ))}
          </DescriptionItem>
        )}
      </DescriptionList>
    </>
  )
}

function audienceKey(withSelfConsumption: boolean | null) {
  if (withSelfConsumption === null) return 'everybody'
  return withSelfConsumption ? 'withSelfConsumption' : 'withoutSelfConsumption'
}

/** Archives a product after confirmation, or restores it. */
function ArchiveButton({ product: { id, version, is_archived: isArchived } }: { product: ProductDetails }) {
  const t = useTranslations('desk-products.product')
  const reason = useRoleDisabledReason(productRoles)
  const send = useSend()
  const { run, isBusy, failure } = useAction({
    desk: 'desk-products',
    invalidatedKey: productsKey,
    successMessage: () => t(isArchived ? 'unarchived' : 'archived'),
    action: async (archived: boolean) =>
      send((await import('../api.ts')).archiveProduct, { params: { id: String(id) }, body: { version, archived } }),
  })
  return (
    <>
      <ErrorBanner>{failure}</ErrorBanner>
      {isArchived ? (
        <RoleButton roles={productRoles} variant="second" isBusy={isBusy} onClick={() => run(false)}>
          {t('unarchive')}
        </RoleButton>
      ) : (
        <ConfirmButton
          disabledReason={reason}
          label={t('archive')}
          confirmLabel={t('archiveSure')}
          isBusy={isBusy}
          onConfirm={() => run(true)}
        />
      )}
    </>
  )
}
