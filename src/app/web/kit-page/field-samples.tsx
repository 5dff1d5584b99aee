import { useState } from 'react'
import { Badge } from '#kit/web/display/badge.tsx'
import { DateField } from '#kit/web/form/date-field.tsx'
import { NumberField } from '#kit/web/form/number-field.tsx'
import { PasswordField } from '#kit/web/form/password-field.tsx'
import { TextArea } from '#kit/web/form/text-area.tsx'
import { TextField } from '#kit/web/form/text-field.tsx'
import { magnifier, tick } from '#kit/web/graphics/icons.ts'
import styles from '../kit-page.module.css'
import { SampleSection } from './sample-section.tsx'

/** Fields to type in. */
export function FieldSamples() {
  return (
    <>
      <SampleSection
        name="TextField"
        usage="<TextField name=&quot;phone&quot; label={t('phone')} hint={t('why')} error={errorOf('phone')} type=&quot;tel&quot; />"
      >
        <TextFields />
      </SampleSection>
      <SampleSection name="TextArea" usage="<TextArea name=&quot;comment&quot; label={t('comment')} isOptional />">
        <TextArea label="Qué ha pasado" isOptional hint="Con el día y la hora, si los sabes." />
      </SampleSection>
      <SampleSection
        name="PasswordField"
        usage="<PasswordField name=&quot;password&quot; label={t('password')} autoComplete=&quot;current-password&quot; />"
      >
        <PasswordField
          label="Contraseña"
          aside={<a href="#recordar">La he olvidado</a>}
          autoComplete="current-password"
          defaultValue="contraseña1"
        />
      </SampleSection>
      <SampleSection
        name="NumberField"
        usage="<NumberField label={t('peak')} value={peak} onValue={setPeak} unit=&quot;kW&quot; step={0.1} min={1} max={15} />"
      >
        <PowerField />
      </SampleSection>
      <SampleSection
        name="DateField"
        usage="<DateField name=&quot;from&quot; label={t('from')} defaultValue={from} max={today} />"
      >
        <div className={styles.halves}>
          <DateField label="Desde" defaultValue="2026-10-01" max="2026-11-20" />
          <DateField label="Mes" precision="month" defaultValue="2026-10" />
        </div>
      </SampleSection>
    </>
  )
}

function TextFields() {
  return (
    <div className={styles.halves}>
      <div className="stack stack-wide">
        <TextField label="NIF o correo electrónico" defaultValue="marta.ferrer@correo.example" />
        <TextField
          label="Código promocional"
          isOptional
          end={
            <Badge tone="positive" icon={tick}>
              Aplicado
            </Badge>
          }
        />
        <TextField label="Titular" disabled defaultValue="Marta Ferrer Soler" />
      </div>
      <div className="stack stack-wide">
        <TextField
          label="Buscar contratos"
          isLabelHidden
          isSmall
          icon={magnifier}
          type="search"
          placeholder="Nombre, CUPS o dirección"
        />
        <TextField label="Código postal" width="short" inputMode="numeric" hint="Cinco cifras." />
        <TextField
          label="Teléfono"
          error="Pon un teléfono de 9 cifras"
          width="medium"
          prefix="+34"
          type="tel"
          defaultValue="612 345"
        />
      </div>
    </div>
  )
}

function PowerField() {
  const [peak, setPeak] = useState('5,5')
  return (
    <NumberField
      label="Punta"
      hint="Ahora tienes 4,6 kW."
      value={peak}
      onValue={setPeak}
      unit="kW"
      step={0.1}
      min={1}
      max={15}
    />
  )
}
