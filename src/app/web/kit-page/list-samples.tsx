import { useState } from 'react'
import { ButtonLink, IconLink } from '#kit/web/action/button.tsx'
import { Badge } from '#kit/web/display/badge.tsx'
import { download, flame, lightning, paperBlank } from '#kit/web/graphics/icons.ts'
import { Pager } from '#kit/web/list/pager.tsx'
import { RowLink, RowList } from '#kit/web/list/row-list.tsx'
import { type Column, Table } from '#kit/web/list/table.tsx'
import { Link } from '#kit/web/navigation/link.tsx'
import { Stepper } from '#kit/web/navigation/stepper.tsx'
import { Tabs } from '#kit/web/navigation/tabs.tsx'
import { Menu } from '#kit/web/overlay/menu.tsx'
import { SampleSection } from './sample-section.tsx'

/** Lists and tables. */
export function ListSamples() {
  return (
    <>
      <SampleSection title="Tabs, Table, Pager">
        <Tabs
          label="Clases de factura"
          current="electricity"
          tabs={[
            { key: 'electricity', label: 'Luz', href: '/kit?type=electricity', count: 1084 },
            { key: 'gas', label: 'Gas', href: '/kit?type=gas', count: 112 },
            { key: 'multipoint', label: 'Multipunto', href: '/kit?type=multipoint' },
          ]}
        />
        <Table
          caption="Facturas de luz, de la última a la primera"
          columns={invoiceColumns}
          rows={invoices}
          rowKey={({ number }) => number}
        />
        <Pager
          offset={0}
          limit={8}
          total={34}
          label="Páginas de facturas"
          hrefOf={({ offset }) => `/kit?offset=${offset}`}
        />
        <Table
          caption="Contratos"
          columns={contractColumns}
          rows={contracts}
          rowKey={({ name }) => name}
          hasStickyHead
        />
        <PagerSample />
      </SampleSection>
      <SampleSection title="Rows">
        <RowList>
          <RowLink
            glyph={lightning}
            title="Carrer de Provença, 214, 3.º 2.ª"
            detail="Luz · Tarifa Solar · 4,6 kW"
            end="Activo"
            href="/kit"
          />
          <RowLink
            glyph={flame}
            title="Urbanización Santa Coloma de la Muntanya Alta, bloque 12, escalera derecha"
            detail="Gas · Tarifa Fija · RL.2"
            end={<Badge tone="negative">Con deuda</Badge>}
            href="/kit"
          />
          <RowLink
            glyph={paperBlank}
            title="Contrato firmado"
            detail="PDF · 214 kB"
            icon={download}
            href="/kit"
            download
          />
        </RowList>
      </SampleSection>
      <SampleSection title="Stepper">
        <Stepper
          label="Contratar luz"
          current="tariff"
          steps={['Suministro', 'Titular', 'Tarifa', 'Gas', 'Pago', 'Revisar'].map((label) => ({
            key: label === 'Tarifa' ? 'tariff' : label,
            label,
            href: '/kit',
          }))}
        />
      </SampleSection>
    </>
  )
}

type Invoice = {
  number: string
  month: string
  day: string
  energy: string
  amount: string
  state: 'due' | 'unpaid' | 'part' | 'paid'
}

const invoices: Invoice[] = [
  {
    number: 'FE26/161291',
    month: 'Octubre 2026',
    day: '07/11/2026',
    energy: '198 kWh',
    amount: '52,13 €',
    state: 'due',
  },
  {
    number: 'FE26/157374',
    month: 'Septiembre 2026',
    day: '06/10/2026',
    energy: '190 kWh',
    amount: '45,69 €',
    state: 'unpaid',
  },
  {
    number: 'FE26/153457',
    month: 'Agosto 2026',
    day: '05/09/2026',
    energy: '252 kWh',
    amount: '55,10 €',
    state: 'paid',
  },
  {
    number: 'FE26/149540',
    month: 'Julio 2026',
    day: '04/08/2026',
    energy: '260 kWh',
    amount: '1.056,65 €',
    state: 'part',
  },
]

const invoiceColumns: Column<Invoice>[] = [
  {
    key: 'month',
    header: 'Periodo',
    kind: 'name',
    listPosition: 'title',
    cell: ({ month }) => <Link href="/kit">{month}</Link>,
  },
  { key: 'day', header: 'Emitida', cell: ({ day }) => <span className="soft">{day}</span> },
  { key: 'number', header: 'Número', cell: ({ number }) => <span className="soft nowrap">{number}</span> },
  { key: 'energy', header: 'Energía', kind: 'number', cell: ({ energy }) => energy },
  { key: 'amount', header: 'Importe', kind: 'number', listPosition: 'titleEnd', cell: ({ amount }) => <b>{amount}</b> },
  { key: 'state', header: 'Estado', listPosition: 'second', cell: ({ state }) => <InvoiceState state={state} /> },
  {
    key: 'actions',
    header: 'Acciones',
    kind: 'actions',
    listPosition: 'secondEnd',
    cell: (invoice) => <InvoiceAction invoice={invoice} />,
  },
]

function InvoiceState({ state }: { state: Invoice['state'] }) {
  if (state === 'due') return <Badge tone="warning">Se cobrará</Badge>
  if (state === 'unpaid') return <Badge tone="negative">Sin pagar</Badge>
  return state === 'part' ? 'Faltan 20,00 €' : 'Pagada'
}

function InvoiceAction({ invoice }: { invoice: Invoice }) {
  if (invoice.state === 'paid')
    return <IconLink icon={download} label={`Descargar la factura ${invoice.number}`} href="/kit" download />
  return (
    <ButtonLink isSmall href="/kit">
      Pagar {invoice.amount}
    </ButtonLink>
  )
}

type Contract = { name: string; cups: string; address: string; energy: string; state?: string }

const contracts: Contract[] = Array.from({ length: 14 }, (_, index) => ({
  name: index === 3 ? 'Almacén Guadalhorce y oficinas de la zona franca' : `Tienda ${index + 1}`,
  cups: `ES 0031 1014 0293 ${8475 + index} KB`,
  address: index === 5 ? 'Polígono industrial del Guadalhorce, nave 14, Málaga' : 'Calle Larios, 12, Málaga',
  energy: index === 4 ? '—' : `${38 + index}.214`,
  state: index === 2 ? 'Con deuda' : undefined,
}))

const contractColumns: Column<Contract>[] = [
  {
    key: 'name',
    header: 'Contrato',
    kind: 'name',
    listPosition: 'title',
    cell: ({ name }) => <Link href="/kit">{name}</Link>,
  },
  { key: 'cups', header: 'CUPS', isNarrow: true, cell: ({ cups }) => <span className="nowrap">{cups}</span> },
  { key: 'address', header: 'Dirección', isNarrow: true, listPosition: 'second', cell: ({ address }) => address },
  { key: 'energy', header: 'kWh, 12 meses', kind: 'number', cell: ({ energy }) => energy },
  {
    key: 'note',
    header: 'Consumo y CUPS',
    isListOnly: true,
    listPosition: 'note',
    cell: ({ energy, cups }) => `${energy} kWh · ${cups.slice(-12)}`,
  },
  {
    key: 'state',
    header: 'Estado',
    listPosition: 'titleEnd',
    cell: ({ state }) => (state ? <Badge tone="negative">{state}</Badge> : <span className="soft">Activo</span>),
  },
  {
    key: 'actions',
    header: 'Acciones',
    kind: 'actions',
    listPosition: 'secondEnd',
    cell: ({ name }) => <Menu subject={name} items={[{ key: 'invoices', label: 'Ver facturas', href: '/kit' }]} />,
  },
]

function PagerSample() {
  const [limit, setLimit] = useState(25)
  return (
    <Pager
      offset={250}
      limit={limit}
      total={1084}
      label="Páginas de contratos"
      sizes={[5, 10, 25, 50, 100]}
      onSize={setLimit}
      hrefOf={({ offset, limit }) => `/kit?offset=${offset}&limit=${limit}`}
    />
  )
}
