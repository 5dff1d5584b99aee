import { ButtonLink } from '#kit/web/button.tsx'
import { Chip } from '#kit/web/chip.tsx'
import { Disclosure } from '#kit/web/disclosure.tsx'
import { Fact, Facts } from '#kit/web/facts.tsx'
import { Figure } from '#kit/web/figure.tsx'
import { Icon } from '#kit/web/icon.tsx'
import * as icons from '#kit/web/icons.ts'
import { Identifier } from '#kit/web/identifier.tsx'
import { Link } from '#kit/web/link.tsx'
import { Plate } from '#kit/web/plate.tsx'
import { StepBars } from '#kit/web/step-bars.tsx'
import { staircase } from '#kit/web/step-shapes.ts'
import { StepsScene } from '#kit/web/steps.tsx'
import { StepsMark } from '#kit/web/steps-mark.tsx'
import { StepsWait } from '#kit/web/steps-wait.tsx'
import styles from '../kit-page.module.css'
import { SampleSection } from './sample-section.tsx'

// The bundler lists the names of a module in one order and the development server in another.
const iconsByName = Object.entries(icons).sort(([one], [other]) => (one < other ? -1 : 1))

/** What is read: the plate, figures, facts, chips, drawings. */
export function WordSamples() {
  return (
    <>
      <SampleSection title="Plate">
        <Plate
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
          drawing={<StepsScene width={326} height={150} steps={staircase} now={16.33} />}
        >
          Se cobrará el <b>27/11/2026</b> en tu cuenta acabada en 3157. Son 9,27&nbsp;€ menos que hace un año.{' '}
          <Link href="/kit">Por qué</Link>
        </Plate>
        <Plate
          label="Tienes 2 facturas por pagar"
          figure="65,69&nbsp;€"
          isLow
          actions={<ButtonLink href="/kit">Pagar julio: 20,00&nbsp;€</ButtonLink>}
        >
          Se pagan una a una. Una transferencia puede tardar 2 días en verse aquí.
        </Plate>
        <Plate
          label="Esta página no existe"
          isPageTitle
          actions={<ButtonLink href="/kit">Ir al inicio</ButtonLink>}
          drawing={<StepBars missing={[2]} isOnPlate />}
        >
          Puede que el enlace sea antiguo o que falte una letra en la dirección. Tus datos están bien.
        </Plate>
      </SampleSection>
      <SampleSection title="Figure, Facts, Identifier">
        <div className={styles.halves}>
          <div>
            <p>Disponible</p>
            <Figure text="23,40&nbsp;€" />
            <p className="note">En octubre entraron 5,68&nbsp;€ por lo que vertiste.</p>
          </div>
          <Facts layout="pairs" isSmall>
            <Fact label="Derechos de enganche">9,04&nbsp;€</Fact>
            <Fact label="Acceso, 0,9 kW × 19,70 €">17,73&nbsp;€</Fact>
            <Fact label="IVA, 21 %">8,89&nbsp;€</Fact>
            <Fact label="En tu próxima factura" isTotal>
              51,20&nbsp;€
            </Fact>
          </Facts>
        </div>
        <Facts>
          <Fact label="Producto">Tarifa Solar (2.0TD)</Fact>
          <Fact label="CUPS">
            <Identifier
              label="CUPS"
              value="ES0031406083219007ZY0F"
              groups={['ES', '0031', '4060', '8321', '9007', 'ZY', '0F']}
            />
          </Fact>
          <Fact label="Cuenta de cargo">
            <Identifier label="IBAN" groups={['ES94', '••••', '3157']} />
          </Fact>
          <Fact label="Dirección">
            Urbanización Santa Coloma de la Muntanya Alta i Sant Llorenç del Munt, bloque 12, escalera derecha, 3.º 2.ª
          </Fact>
          <Fact label="Referencia catastral" />
        </Facts>
        <Disclosure summary="Todos los datos: titular, contacto y punto de suministro">
          <p>Marta Ferrer Soler, 47008288Z</p>
        </Disclosure>
      </SampleSection>
      <SampleSection title="Chip">
        <div className="line">
          <Chip tone="plain">De baja</Chip>
          <Chip tone="warning" icon={icons.pen}>
            Falta tu firma
          </Chip>
          <Chip tone="notice" icon={icons.ringClock}>
            En trámite
          </Chip>
          <Chip tone="notice">Lectura estimada</Chip>
          <Chip tone="warning">Se cobrará</Chip>
          <Chip tone="negative">Sin pagar</Chip>
          <Chip tone="negative" icon={icons.ringHalf}>
            Pagada en parte
          </Chip>
          <Chip tone="positive">Devuelta</Chip>
        </div>
      </SampleSection>
      <SampleSection title="Steps">
        <div className={styles.narrow}>
          <StepsWait />
        </div>
        <span className={styles.mark}>
          <StepsMark />
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
