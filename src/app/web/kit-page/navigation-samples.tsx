import { BackLink } from '#kit/web/navigation/back-link.tsx'
import { LanguageLinks } from '#kit/web/navigation/languages.tsx'
import { Link } from '#kit/web/navigation/link.tsx'
import { Stepper } from '#kit/web/navigation/stepper.tsx'
import { Tabs } from '#kit/web/navigation/tabs.tsx'
import { SampleGroup, SampleSection } from './sample-section.tsx'

/** Ways from page to page. */
export function NavigationSamples() {
  return (
    <SampleGroup name="navigation">
      <SampleSection name="Link" usage="<Link href=&quot;/invoices?contractType=gas&quot;>{t('invoices')}</Link>">
        <p>
          Está en <Link href="/kit">tus facturas</Link>.
        </p>
      </SampleSection>
      <SampleSection name="BackLink" usage="<BackLink href=&quot;/contracts/electricity&quot;>{t('title')}</BackLink>">
        <div>
          <BackLink href="/kit">Contratos de luz</BackLink>
        </div>
      </SampleSection>
      <SampleSection
        name="Tabs"
        usage="<Tabs label={t('kinds')} current={kind} tabs={[{ key, label, href, count }]} />"
      >
        <Tabs
          label="Clases de factura"
          current="electricity"
          tabs={[
            { key: 'electricity', label: 'Luz', href: '/kit?type=electricity', count: 1084 },
            { key: 'gas', label: 'Gas', href: '/kit?type=gas', count: 112 },
            { key: 'multipoint', label: 'Multipunto', href: '/kit?type=multipoint' },
          ]}
        />
      </SampleSection>
      <SampleSection
        name="Stepper"
        usage="<Stepper label={t('title')} current=&quot;tariff&quot; steps={[{ key, label, href }]} />"
      >
        <Stepper label="Contratar luz" current="Tarifa" steps={steps} />
      </SampleSection>
      <SampleSection name="LanguageLinks" usage="<LanguageLinks label={t('language')} />">
        <LanguageLinks label="Idiomas de la muestra" />
      </SampleSection>
    </SampleGroup>
  )
}

const steps = ['Suministro', 'Titular', 'Tarifa', 'Gas', 'Pago', 'Revisar'].map((label) => ({
  key: label,
  label,
  href: '/kit',
}))
