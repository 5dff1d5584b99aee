import { ButtonLink, IconLink } from '#kit/web/action/button.tsx'
import { Badge } from '#kit/web/display/badge.tsx'
import { download } from '#kit/web/graphics/icons.ts'
import { type Column, Table } from '#kit/web/list/table.tsx'
import { Link } from '#kit/web/navigation/link.tsx'
import { Menu } from '#kit/web/overlay/menu.tsx'

/** Invoices: a title, figures and an action per row. */
export function InvoiceTable() {
  return (
    <Table
      caption="Facturas de luz, de la última a la primera"
      columns={invoiceColumns}
      rows={invoices}
      rowKey={({ number }) => number}
    />
  )
}

/** Many contracts, with columns for wide screens alone and a head that stays. */
export function ContractTable() {
  return (
    <Table caption="Contratos" columns={contractColumns} rows={contracts} rowKey={({ name }) => name} hasStickyHead />
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
