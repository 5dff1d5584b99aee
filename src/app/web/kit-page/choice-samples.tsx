import { useState } from 'react'
import { Checkbox } from '#kit/web/form/checkbox.tsx'
import { ChoiceList } from '#kit/web/form/choice-list.tsx'
import { Combobox } from '#kit/web/form/combobox.tsx'
import { NativeSelect } from '#kit/web/form/native-select.tsx'
import { SearchableSelect } from '#kit/web/form/searchable-select.tsx'
import { SegmentedControl } from '#kit/web/form/segmented-control.tsx'
import { SampleSection } from './sample-section.tsx'

/** Fields to choose in. */
export function ChoiceSamples() {
  return (
    <>
      <SampleSection
        name="Checkbox"
        usage="<Checkbox name=&quot;solar&quot; label={t('solar')} defaultChecked={hasPanels} />"
      >
        <Checkboxes />
      </SampleSection>
      <SampleSection
        name="ChoiceList"
        usage="<ChoiceList legend={t('delivery')} options={options} value={delivery} onValue={setDelivery} />"
      >
        <DeliveryChoice />
      </SampleSection>
      <SampleSection
        name="SegmentedControl"
        usage="<SegmentedControl label={t('by')} options={views} value={view} onValue={setView} />"
      >
        <ViewChoice />
      </SampleSection>
      <SampleSection
        name="NativeSelect"
        usage="<NativeSelect name=&quot;hours&quot; label={t('hours')} options={[{ value, label }]} />"
      >
        <NativeSelect label="Cuándo te llamamos" options={hours} />
        <NativeSelect label="Por página" width="fit" isSmall options={[{ value: '25', label: '25' }]} />
      </SampleSection>
      <SampleSection
        name="Combobox"
        usage="<Combobox label={t('product')} options={products} value={product} onValue={setProduct} />"
      >
        <ProductField />
      </SampleSection>
      <SampleSection
        name="SearchableSelect"
        usage="<SearchableSelect label={t('province')} options={provinces} value={province} onValue={setProvince} />"
      >
        <EnergyField />
      </SampleSection>
    </>
  )
}

function Checkboxes() {
  return (
    <div className="stack">
      <Checkbox
        label="Tengo placas solares"
        hint="Según la distribuidora: autoconsumo con excedentes (41)."
        defaultChecked
      />
      <Checkbox label="Podéis usar mis datos para llamarme por esta oferta." />
      <Checkbox label="Recibir la factura por correo" disabled defaultChecked />
      <Checkbox label="Acepto las condiciones" error="Acepta las condiciones para seguir." />
    </div>
  )
}

const deliveries = [
  { value: 'email', label: 'Por correo electrónico', note: 'Con un aviso cuando llega.' },
  { value: 'postal', label: 'En papel' },
] as const

function DeliveryChoice() {
  const [delivery, setDelivery] = useState<(typeof deliveries)[number]['value'] | null>('email')
  return <ChoiceList legend="Cómo recibes las facturas" options={deliveries} value={delivery} onValue={setDelivery} />
}

const views = [
  { value: 'months', label: 'Meses' },
  { value: 'days', label: 'Días' },
  { value: 'hours', label: 'Horas' },
  { value: 'quarters', label: '15 min' },
] as const

function ViewChoice() {
  const [view, setView] = useState<(typeof views)[number]['value']>('months')
  return <SegmentedControl label="Ver por" options={views} value={view} onValue={setView} />
}

const hours = [
  { value: 'morning', label: 'De 9 a 13 h' },
  { value: 'afternoon', label: 'De 16 a 20 h' },
  { value: 'night', label: 'De 20 a 22 h, solo clientes', isDisabled: true },
]

const futures = [
  { value: 'FTB M Jan-27', label: 'FTB M Jan-27', detail: 'enero de 2027' },
  { value: 'FTB Q1-27', label: 'FTB Q1-27', detail: 'primer trimestre de 2027' },
  { value: 'FTB YR-27', label: 'FTB YR-27', detail: 'año 2027' },
]

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

const energies = ['Luz', 'Gas', 'Luz y gas'].map((label) => ({ value: label, label }))

function EnergyField() {
  const [energy, setEnergy] = useState('Luz')
  return <SearchableSelect label="Qué contratas" options={energies} value={energy} onValue={setEnergy} />
}
