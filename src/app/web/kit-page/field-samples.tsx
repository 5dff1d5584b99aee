import { useState } from 'react'
import { Button } from '#kit/web/action/button.tsx'
import { Badge } from '#kit/web/display/badge.tsx'
import { Checkbox } from '#kit/web/form/checkbox.tsx'
import { Combobox } from '#kit/web/form/combobox.tsx'
import { ErrorSummary } from '#kit/web/form/error-summary.tsx'
import { NativeSelect } from '#kit/web/form/native-select.tsx'
import { NumberField } from '#kit/web/form/number-field.tsx'
import { PasswordField } from '#kit/web/form/password-field.tsx'
import { TextField } from '#kit/web/form/text-field.tsx'
import { type Attachment, Upload } from '#kit/web/form/upload.tsx'
import { magnifier, tick } from '#kit/web/graphics/icons.ts'
import styles from '../kit-page.module.css'
import { SampleSection } from './sample-section.tsx'

/** Form fields. */
export function FieldSamples() {
  return (
    <>
      <SampleSection title="TextField, PasswordField, NativeSelect, Combobox, Checkbox">
        <div className={styles.halves}>
          <form className="stack stack-wide">
            <TextField
              label="NIF o correo electrónico"
              autoComplete="username"
              defaultValue="marta.ferrer@correo.example"
            />
            <PasswordField
              label="Contraseña"
              aside={<a href="#recordar">La he olvidado</a>}
              autoComplete="current-password"
              defaultValue="contraseña1"
            />
            <TextField
              label="Código promocional"
              isOptional
              end={
                <Badge tone="positive" icon={tick}>
                  Aplicado
                </Badge>
              }
            />
            <TextField
              label="Buscar contratos"
              isLabelHidden
              isSmall
              icon={magnifier}
              type="search"
              placeholder="Nombre, CUPS o dirección"
            />
            <TextField label="Código postal" width="short" inputMode="numeric" hint="Cinco cifras." />
            <TextField label="Titular" disabled defaultValue="Marta Ferrer Soler" />
          </form>
          <div className="stack stack-wide">
            <NativeSelect label="Cuándo te llamamos" options={hours} />
            <ProductField />
            <NativeSelect label="Por página" width="fit" isSmall options={[{ value: '25', label: '25' }]} />
            <Checkbox
              label="Tengo placas solares"
              hint="Según la distribuidora: autoconsumo con excedentes (41)."
              defaultChecked
            />
            <Checkbox label="Podéis usar mis datos para llamarme por esta oferta." />
            <Checkbox label="Recibir la factura por correo" disabled defaultChecked />
            <Checkbox label="Acepto las condiciones" error="Acepta las condiciones para seguir." />
          </div>
        </div>
      </SampleSection>
      <SampleSection title="ErrorSummary, NumberField">
        <PowerForm />
      </SampleSection>
      <SampleSection title="Upload">
        <UploadSample />
      </SampleSection>
    </>
  )
}

/** Selects one of many, by its name or by the text next to it. */
function ProductField() {
  const [product, setProduct] = useState('FTB Q1-27')
  return (
    <Combobox
      label="Producto"
      hint="Busca por su nombre o por su fecha."
      options={futures}
      value={product}
      onValue={setProduct}
      noMatchMessage="No hay ningún producto con ese nombre."
      matchCountMessage={(count) => `Hay ${count} productos`}
    />
  )
}

const futures = [
  { value: 'FTB M Jan-27', label: 'FTB M Jan-27', detail: 'enero de 2027' },
  { value: 'FTB Q1-27', label: 'FTB Q1-27', detail: 'primer trimestre de 2027' },
  { value: 'FTB YR-27', label: 'FTB YR-27', detail: 'año 2027' },
]

const hours = [
  { value: 'morning', label: 'De 9 a 13 h' },
  { value: 'afternoon', label: 'De 16 a 20 h' },
  { value: 'night', label: 'De 20 a 22 h, solo clientes', isDisabled: true },
]

function PowerForm() {
  const [peak, setPeak] = useState('5,5')
  const [valley, setValley] = useState('')
  const [attempt, setAttempt] = useState(0)
  const problems = [
    { fieldId: 'sample-valley', message: 'Pon la potencia valle' },
    { fieldId: 'sample-phone', message: 'Pon un teléfono de 9 cifras' },
  ]
  const isRefused = attempt > 0
  return (
    <form
      className="stack stack-wide"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setAttempt(attempt + 1)
      }}
    >
      {isRefused && <ErrorSummary problems={problems} attempt={attempt} />}
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
      <NumberField
        id="sample-valley"
        label="Valle"
        error={isRefused ? 'Pon la potencia valle' : undefined}
        value={valley}
        onValue={setValley}
        unit="kW"
        step={0.1}
        min={1}
        max={15}
      />
      <TextField
        id="sample-phone"
        label="Teléfono para la distribuidora"
        hint="Solo lo usan si tienen que visitarte."
        error={isRefused ? 'Pon un teléfono de 9 cifras' : undefined}
        width="medium"
        prefix="+34"
        type="tel"
        defaultValue="612 345"
      />
      <div className="line">
        <Button type="submit">Revisar el cambio</Button>
        <Button variant="quiet" onClick={() => setAttempt(0)}>
          Cancelar
        </Button>
      </div>
    </form>
  )
}

const limits = { maxCount: 5, maxBytes: 15_000_000, kinds: ['image/*', 'application/pdf'] }

function UploadSample() {
  const [files, setFiles] = useState<Attachment[]>([
    { id: 'a', name: 'contador.jpg', sizeBytes: 1_200_000 },
    {
      id: 'b',
      name: 'factura-de-la-otra-compañía-octubre-noviembre-2026-escaneada.pdf',
      sizeBytes: 8_400_000,
      progress: 0.4,
    },
    { id: 'c', name: 'dni.png', sizeBytes: 240_000, error: 'No ha llegado. Quítalo y vuelve a elegirlo.' },
  ])
  return (
    <Upload
      label="Adjuntos"
      isOptional
      hint="Una foto del contador ayuda."
      files={files}
      limits={limits}
      kindsText="imágenes o PDF"
      onAdd={(added) =>
        setFiles([
          ...files,
          ...added.map((file) => ({ id: crypto.randomUUID(), name: file.name, sizeBytes: file.size })),
        ])
      }
      onRemove={(id) => setFiles(files.filter((file) => file.id !== id))}
    />
  )
}
