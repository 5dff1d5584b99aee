import { useState } from 'react'
import { Refused } from '#kit/refusal.ts'
import { Button } from '#kit/web/action/button.tsx'
import { Banner } from '#kit/web/feedback/banner.tsx'
import { EmptyState, ErrorState } from '#kit/web/feedback/empty-state.tsx'
import { ErrorBanner } from '#kit/web/feedback/error-banner.tsx'
import { Skeleton } from '#kit/web/feedback/skeleton.tsx'
import { StaleDataBanner } from '#kit/web/feedback/stale-data-banner.tsx'
import { Link } from '#kit/web/navigation/link.tsx'
import styles from '../kit-page.module.css'
import { SampleGroup, SampleSection } from './sample-section.tsx'

/** Messages, and what stands in place of content. */
export function FeedbackSamples() {
  return (
    <SampleGroup name="feedback">
      <SampleSection
        name="Banner"
        usage="<Banner tone=&quot;notice&quot; action={<Link href={href}>{t('show')}</Link>}>{t('estimated')}</Banner>"
      >
        <Banners />
      </SampleSection>
      <SampleSection name="ErrorBanner" usage="<ErrorBanner>{failure !== null && t('failed')}</ErrorBanner>">
        <ErrorBanner>No hemos podido guardar el nombre. Prueba otra vez.</ErrorBanner>
      </SampleSection>
      <SampleSection
        name="StaleDataBanner"
        usage="<StaleDataBanner isRetrying={isFetching} onRetry={refetch}>{t('failed')}</StaleDataBanner>"
      >
        <StaleDataBanner isRetrying={false} onRetry={() => {}}>
          No hemos podido actualizar la lista. Ves la de hace un rato.
        </StaleDataBanner>
      </SampleSection>
      <SampleSection
        name="EmptyState"
        usage="<EmptyState title={t('none')} action={<Link href={href}>{t('show')}</Link>}>{t('when')}</EmptyState>"
      >
        <EmptyStates />
      </SampleSection>
      <SampleSection
        name="ErrorState"
        usage="<ErrorState title={t('failed')} failure={failure} onRetry={retry} isRetrying={isRetrying}>…</ErrorState>"
      >
        <FailedSample />
      </SampleSection>
      <SampleSection name="Skeleton" usage="<Skeleton kind=&quot;rows&quot; count={6} />">
        <div className={styles.halves}>
          <Skeleton />
          <Skeleton kind="rows" />
        </div>
        <Skeleton kind="block" />
      </SampleSection>
    </SampleGroup>
  )
}

function Banners() {
  return (
    <>
      <Banner
        tone="ink"
        action={
          <Button variant="second" isSmall>
            Salir
          </Button>
        }
      >
        Estás viendo la cuenta de <b>Marta Ferrer</b>. Solo lectura: no puedes cambiar nada.
      </Banner>
      <Banner tone="notice" action={<Link href="/kit">Ver</Link>}>
        Tu lectura de octubre es estimada. La real llegará en la próxima factura.
      </Banner>
      <Banner tone="warning">Este contrato está de baja y no se puede modificar.</Banner>
      <Banner tone="positive">Hemos guardado la dirección.</Banner>
      <Banner tone="negative" action={<Link href="/kit">Reintentar</Link>}>
        No hemos podido guardar la dirección. Tus datos siguen en el formulario.
      </Banner>
    </>
  )
}

function EmptyStates() {
  return (
    <div className={styles.halves}>
      <EmptyState title="Aún no hay facturas" action={<Link href="/kit">Ver tu contrato</Link>}>
        La primera llegará a principios de diciembre. Te avisaremos por correo.
      </EmptyState>
      <EmptyState
        kind="filtered"
        title="Ningún contrato coincide"
        action={
          <Button variant="second" isSmall>
            Quitar los filtros
          </Button>
        }
      >
        No hay nada con «Tienda Lugo» en estado activo.
      </EmptyState>
      <EmptyState kind="late" title="Faltan lecturas desde el 14/11/2026">
        La distribuidora aún no las ha enviado. Suelen tardar 3 días.
      </EmptyState>
    </div>
  )
}

const failedSample = new Refused('unexpected', 500, { requestId: '8QK2-77' })

function FailedSample() {
  const [isRetrying, setRetrying] = useState(false)
  function retry() {
    setRetrying(true)
    setTimeout(() => setRetrying(false), 2000)
  }
  return (
    <ErrorState
      title="No hemos podido cargar las facturas"
      failure={failedSample}
      onRetry={retry}
      isRetrying={isRetrying}
    >
      No es cosa tuya. El resto de la página funciona.
    </ErrorState>
  )
}
