import { ButtonLink } from '#kit/web/action/button.tsx'
import { Badge } from '#kit/web/display/badge.tsx'
import { Disclosure } from '#kit/web/display/disclosure.tsx'
import { Identifier } from '#kit/web/display/identifier.tsx'
import { KeyFigure } from '#kit/web/display/key-figure.tsx'
import { SummaryCard } from '#kit/web/display/summary-card.tsx'
import { DayStepsDrawing } from '#kit/web/graphics/day-steps-drawing.tsx'
import { pen, ringClock, ringHalf } from '#kit/web/graphics/icons.ts'
import { StepBars } from '#kit/web/graphics/step-bars.tsx'
import { staircase } from '#kit/web/graphics/step-shapes.ts'
import { Link } from '#kit/web/navigation/link.tsx'
import { SampleGroup, SampleSection } from './sample-section.tsx'

/** Values, states and text. */
export function DisplaySamples() {
  return (
    <SampleGroup name="display">
      <SampleSection
        name="SummaryCard"
        usage="<SummaryCard label={t('label')} figure={formatMoney(amountCents, locale)} actions={…}>…</SummaryCard>"
      >
        <InvoiceCard />
        <LowCards />
      </SampleSection>
      <SampleSection
        name="KeyFigure"
        usage="<KeyFigure text={formatMoney(amountCents, locale)} size=&quot;medium&quot; />"
      >
        <div>
          <p>Disponible</p>
          <KeyFigure text="23,40&nbsp;€" />
          <p className="note">En octubre entraron 5,68&nbsp;€ por lo que vertiste.</p>
        </div>
        <KeyFigure text="4,6&nbsp;kW" size="medium" />
      </SampleSection>
      <SampleSection
        name="Identifier"
        usage="<Identifier label=&quot;CUPS&quot; value={cups} groups={groupsOf(cups)} />"
      >
        <Identifier
          label="CUPS"
          value="ES0031406083219007ZY0F"
          groups={['ES', '0031', '4060', '8321', '9007', 'ZY', '0F']}
        />
        <Identifier label="IBAN" groups={['ES94', '••••', '3157']} />
      </SampleSection>
      <SampleSection name="Badge" usage="<Badge tone=&quot;warning&quot; icon={pen}>{t('unsigned')}</Badge>">
        <Badges />
      </SampleSection>
      <SampleSection name="Disclosure" usage="<Disclosure summary={t('more')}>…</Disclosure>">
        <Disclosure summary="Todos los datos: titular, contacto y punto de suministro">
          <p>Marta Ferrer Soler, 47008288Z</p>
        </Disclosure>
      </SampleSection>
    </SampleGroup>
  )
}

function InvoiceCard() {
  return (
    <SummaryCard
      label="Factura de octubre"
      figure="52,13&nbsp;€"
      actions={
        <>
          <ButtonLink href="/kit">Ver factura</ButtonLink>
          <ButtonLink href="/kit" variant="second">
            Pagar ahora
          </ButtonLink>
        </>
      }
      drawing={<DayStepsDrawing width={326} height={150} steps={staircase} now={16.33} />}
    >
      Se cobrará el <b>27/11/2026</b> en tu cuenta acabada en 3157. Son 9,27&nbsp;€ menos que hace un año.{' '}
      <Link href="/kit">Por qué</Link>
    </SummaryCard>
  )
}

function LowCards() {
  return (
    <>
      <SummaryCard
        label="Tienes 2 facturas por pagar"
        figure="65,69&nbsp;€"
        isLow
        actions={<ButtonLink href="/kit">Pagar julio: 20,00&nbsp;€</ButtonLink>}
      >
        Se pagan una a una. Una transferencia puede tardar 2 días en verse aquí.
      </SummaryCard>
      <SummaryCard
        label="Esta página no existe"
        actions={<ButtonLink href="/kit">Ir al inicio</ButtonLink>}
        drawing={<StepBars missing={[2]} isOnSummaryCard />}
      >
        Puede que el enlace sea antiguo o que falte una letra en la dirección. Tus datos están bien.
      </SummaryCard>
    </>
  )
}

function Badges() {
  return (
    <div className="line">
      <Badge tone="plain">De baja</Badge>
      <Badge tone="warning" icon={pen}>
        Falta tu firma
      </Badge>
      <Badge tone="notice" icon={ringClock}>
        En trámite
      </Badge>
      <Badge tone="notice">Lectura estimada</Badge>
      <Badge tone="warning">Se cobrará</Badge>
      <Badge tone="negative">Sin pagar</Badge>
      <Badge tone="negative" icon={ringHalf}>
        Pagada en parte
      </Badge>
      <Badge tone="positive">Devuelta</Badge>
    </div>
  )
}
