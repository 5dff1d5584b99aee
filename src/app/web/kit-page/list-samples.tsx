import { useState } from 'react'
import { Badge } from '#kit/web/display/badge.tsx'
import { Identifier } from '#kit/web/display/identifier.tsx'
import { download, flame, lightning, paperBlank } from '#kit/web/graphics/icons.ts'
import { DescriptionItem, DescriptionList } from '#kit/web/list/description-list.tsx'
import { FilterButton } from '#kit/web/list/filter-button.tsx'
import { Pager } from '#kit/web/list/pager.tsx'
import { RangeLinks } from '#kit/web/list/range-links.tsx'
import { RowLink, RowList } from '#kit/web/list/row-list.tsx'
import { TableToggle } from '#kit/web/list/table-toggle.tsx'
import styles from '../kit-page.module.css'
import { SampleGroup, SampleSection } from './sample-section.tsx'
import { ContractTable, InvoiceTable } from './table-samples.tsx'

const ranges = [
  { name: 'last12Months', href: '/kit?range=12', isPresent: true },
  { name: 'thisYear', href: '/kit?range=year' },
  { name: 'lastMonth', href: '/kit?range=month' },
] as const

/** Lists, tables, and what narrows them. */
export function ListSamples() {
  return (
    <SampleGroup name="list">
      <SampleSection
        name="Table"
        usage="<Table caption={t('caption')} columns={columns} rows={rows} rowKey={({ id }) => id} />"
      >
        <InvoiceTable />
        <ContractTable />
      </SampleSection>
      <SampleSection
        name="Pager"
        usage="<Pager label={t('pages')} {...{ offset, limit, total }} hrefOf={({ offset }) => `/invoices?offset=${offset}`} />"
      >
        <Pager
          offset={0}
          limit={8}
          total={34}
          label="Páginas de facturas"
          hrefOf={({ offset }) => `/kit?offset=${offset}`}
        />
        <PagerSample />
      </SampleSection>
      <SampleSection
        name="RowList"
        usage="<RowList><RowLink glyph={lightning} title={address} detail={product} href={href} /></RowList>"
      >
        <Rows />
      </SampleSection>
      <SampleSection
        name="DescriptionList"
        usage="<DescriptionList><DescriptionItem label={t('product')}>{product}</DescriptionItem></DescriptionList>"
      >
        <Descriptions />
        <Sum />
      </SampleSection>
      <SampleSection
        name="FilterButton"
        usage="<Popover button={(props) => <FilterButton {...props} label={t('state')} value={value} />}>…</Popover>"
      >
        <div className="line">
          <FilterButton label="Estado" value="activo y 2 más" />
          <FilterButton label="Tarifa" />
        </div>
      </SampleSection>
      <SampleSection name="RangeLinks" usage="<RangeLinks ranges={[{ name: 'lastMonth', href, isPresent }]} />">
        <RangeLinks ranges={ranges} />
      </SampleSection>
      <SampleSection name="TableToggle" usage="<TableToggle isTable={isTable} onToggle={setTable} />">
        <div>
          <ToggleSample />
        </div>
      </SampleSection>
    </SampleGroup>
  )
}

function Rows() {
  return (
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
      <RowLink glyph={paperBlank} title="Contrato firmado" detail="PDF · 214 kB" icon={download} href="/kit" download />
    </RowList>
  )
}

function Descriptions() {
  return (
    <DescriptionList>
      <DescriptionItem label="Producto">Tarifa Solar (2.0TD)</DescriptionItem>
      <DescriptionItem label="Cuenta de cargo">
        <Identifier label="IBAN" groups={['ES94', '••••', '3157']} />
      </DescriptionItem>
      <DescriptionItem label="Dirección">
        Urbanización Santa Coloma de la Muntanya Alta i Sant Llorenç del Munt, bloque 12, escalera derecha, 3.º 2.ª
      </DescriptionItem>
      <DescriptionItem label="Referencia catastral" />
    </DescriptionList>
  )
}

function Sum() {
  return (
    <div className={styles.narrow}>
      <DescriptionList layout="pairs" isSmall>
        <DescriptionItem label="Derechos de enganche">9,04&nbsp;€</DescriptionItem>
        <DescriptionItem label="Acceso, 0,9 kW × 19,70 €">17,73&nbsp;€</DescriptionItem>
        <DescriptionItem label="IVA, 21 %">8,89&nbsp;€</DescriptionItem>
        <DescriptionItem label="En tu próxima factura" isTotal>
          51,20&nbsp;€
        </DescriptionItem>
      </DescriptionList>
    </div>
  )
}

function ToggleSample() {
  const [isTable, setTable] = useState(false)
  return <TableToggle isTable={isTable} onToggle={setTable} />
}

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
