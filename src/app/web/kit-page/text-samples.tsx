import { ButtonLink } from '#kit/web/action/button.tsx'
import { Badge } from '#kit/web/display/badge.tsx'
import { Disclosure } from '#kit/web/display/disclosure.tsx'
import { Identifier } from '#kit/web/display/identifier.tsx'
import { KeyFigure } from '#kit/web/display/key-figure.tsx'
import { SummaryCard } from '#kit/web/display/summary-card.tsx'
import { DayStepsDrawing } from '#kit/web/graphics/day-steps-drawing.tsx'
import { DefaultLogo } from '#kit/web/graphics/default-logo.tsx'
import { Icon } from '#kit/web/graphics/icon.tsx'
import * as icons from '#kit/web/graphics/icons.ts'
import { ProgressAnimation } from '#kit/web/graphics/progress-animation.tsx'
import { StepBars } from '#kit/web/graphics/step-bars.tsx'
import { staircase } from '#kit/web/graphics/step-shapes.ts'
import { DescriptionItem, DescriptionList } from '#kit/web/list/description-list.tsx'
import { Link } from '#kit/web/navigation/link.tsx'
import styles from '../kit-page.module.css'
import { SampleSection } from './sample-section.tsx'

// The bundler and the development server list the exports of a module in different orders.
const iconsByName = Object.entries(icons).sort(([one], [other]) => (one < other ? -1 : 1))

/** Texts: the summary card, numbers, description lists, badges, drawings. */
export function TextSamples() {
  return (
    <>
      <SampleSection title="Summary card">
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
          isPageTitle
          actions={<ButtonLink href="/kit">Ir al inicio</ButtonLink>}
          drawing={<StepBars missing={[2]} isOnSummaryCard />}
        >
          Puede que el enlace sea antiguo o que falte una letra en la dirección. Tus datos están bien.
        </SummaryCard>
      </SampleSection>
      <SampleSection title="Figure, Facts, Identifier">
        <div className={styles.halves}>
          <div>
            <p>Disponible</p>
            <KeyFigure text="23,40&nbsp;€" />
            <p className="note">En octubre entraron 5,68&nbsp;€ por lo que vertiste.</p>
          </div>
          <DescriptionList layout="pairs" isSmall>
            <DescriptionItem label="Derechos de enganche">9,04&nbsp;€</DescriptionItem>
            <DescriptionItem label="Acceso, 0,9 kW × 19,70 €">17,73&nbsp;€</DescriptionItem>
            <DescriptionItem label="IVA, 21 %">8,89&nbsp;€</DescriptionItem>
            <DescriptionItem label="En tu próxima factura" isTotal>
              51,20&nbsp;€
            </DescriptionItem>
          </DescriptionList>
        </div>
        <DescriptionList>
          <DescriptionItem label="Producto">Tarifa Solar (2.0TD)</DescriptionItem>
          <DescriptionItem label="CUPS">
            <Identifier
              label="CUPS"
              value="ES0031406083219007ZY0F"
              groups={['ES', '0031', '4060', '8321', '9007', 'ZY', '0F']}
            />
          </DescriptionItem>
          <DescriptionItem label="Cuenta de cargo">
            <Identifier label="IBAN" groups={['ES94', '••••', '3157']} />
          </DescriptionItem>
          <DescriptionItem label="Dirección">
            Urbanización Santa Coloma de la Muntanya Alta i Sant Llorenç del Munt, bloque 12, escalera derecha, 3.º 2.ª
          </DescriptionItem>
          <DescriptionItem label="Referencia catastral" />
        </DescriptionList>
        <Disclosure summary="Todos los datos: titular, contacto y punto de suministro">
          <p>Marta Ferrer Soler, 47008288Z</p>
        </Disclosure>
      </SampleSection>
      <SampleSection title="Chip">
        <div className="line">
          <Badge tone="plain">De baja</Badge>
          <Badge tone="warning" icon={icons.pen}>
            Falta tu firma
          </Badge>
          <Badge tone="notice" icon={icons.ringClock}>
            En trámite
          </Badge>
          <Badge tone="notice">Lectura estimada</Badge>
          <Badge tone="warning">Se cobrará</Badge>
          <Badge tone="negative">Sin pagar</Badge>
          <Badge tone="negative" icon={icons.ringHalf}>
            Pagada en parte
          </Badge>
          <Badge tone="positive">Devuelta</Badge>
        </div>
      </SampleSection>
      <SampleSection title="Steps">
        <div className={styles.narrow}>
          <ProgressAnimation />
        </div>
        <span className={styles.mark}>
          <DefaultLogo />
        </span>
      </SampleSection>
      <SampleSection title="Icon">
        <ul className={styles.icons}>
          {iconsByName.map(([name, shape]) => (
            <li key={name}>
              <Icon shape={shape} />
              {name}
            </li>
          ))}
        </ul>
      </SampleSection>
    </>
  )
}
