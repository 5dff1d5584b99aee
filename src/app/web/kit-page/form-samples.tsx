import { useState } from 'react'
import { Button } from '#kit/web/action/button.tsx'
import { ErrorSummary } from '#kit/web/form/error-summary.tsx'
import { NumberField } from '#kit/web/form/number-field.tsx'
import { StaleEditBanner } from '#kit/web/form/stale-edit-banner.tsx'
import { TextField } from '#kit/web/form/text-field.tsx'
import { type Attachment, Upload } from '#kit/web/form/upload.tsx'
import { ChoiceSamples } from './choice-samples.tsx'
import { FieldSamples } from './field-samples.tsx'
import { SampleGroup, SampleSection } from './sample-section.tsx'

/** Fields, and what a form says about them. */
export function FormSamples() {
  return (
    <SampleGroup name="form">
      <FieldSamples />
      <ChoiceSamples />
      <SampleSection
        name="Upload"
        usage="<Upload label={t('files')} files={files} limits={limits} kindsText={t('kinds')} onAdd={add} onRemove={remove} />"
      >
        <UploadSample />
      </SampleSection>
      <SampleSection
        name="ErrorSummary"
        usage="{attempt > 0 && <ErrorSummary problems={[{ fieldId, message }]} attempt={attempt} />}"
      >
        <PowerForm />
      </SampleSection>
      <SampleSection
        name="StaleEditBanner"
        usage="<StaleEditBanner current={current} onAcceptCurrent={accept}>{name}</StaleEditBanner>"
      >
        <StaleEditBanner current={{ version: '2' }} onAcceptCurrent={() => {}}>
          Tienda Larios
        </StaleEditBanner>
      </SampleSection>
    </SampleGroup>
  )
}

const problems = [
  { fieldId: 'sample-valley', message: 'Pon la potencia valle' },
  { fieldId: 'sample-phone', message: 'Pon un teléfono de 9 cifras' },
]

function PowerForm() {
  const [attempt, setAttempt] = useState(0)
  return (
    <form
      className="stack stack-wide"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setAttempt(attempt + 1)
      }}
    >
      {attempt > 0 && <ErrorSummary problems={problems} attempt={attempt} />}
      <PowerFormFields isRefused={attempt > 0} />
      <div className="line">
        <Button type="submit">Revisar el cambio</Button>
        <Button variant="quiet" onClick={() => setAttempt(0)}>
          Cancelar
        </Button>
      </div>
    </form>
  )
}

function PowerFormFields({ isRefused }: { isRefused: boolean }) {
  const [valley, setValley] = useState('')
  const [valleyProblem, phoneProblem] = problems.map(({ message }) => (isRefused ? message : undefined))
  return (
    <>
      <NumberField
        id="sample-valley"
        label="Valle"
        error={valleyProblem}
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
        error={phoneProblem}
        width="medium"
        prefix="+34"
        type="tel"
        defaultValue="612 345"
      />
    </>
  )
}

const limits = { maxCount: 5, maxBytes: 15_000_000, kinds: ['image/*', 'application/pdf'] }
const longName = 'factura-de-la-otra-compañía-octubre-noviembre-2026-escaneada.pdf'
const attachments: Attachment[] = [
  { id: 'a', name: 'contador.jpg', sizeBytes: 1_200_000 },
  { id: 'b', name: longName, sizeBytes: 8_400_000, progress: 0.4 },
  { id: 'c', name: 'dni.png', sizeBytes: 240_000, error: 'No ha llegado. Quítalo y vuelve a elegirlo.' },
]

function UploadSample() {
  const [files, setFiles] = useState(attachments)
  function add(added: readonly File[]) {
    setFiles([...files, ...added.map(({ name, size }) => ({ id: crypto.randomUUID(), name, sizeBytes: size }))])
  }
  return (
    <Upload
      label="Adjuntos"
      isOptional
      hint="Una foto del contador ayuda."
      files={files}
      limits={limits}
      kindsText="imágenes o PDF"
      onAdd={add}
      onRemove={(id) => setFiles(files.filter((file) => file.id !== id))}
    />
  )
}
