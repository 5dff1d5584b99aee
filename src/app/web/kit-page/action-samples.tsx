import { useState } from 'react'
import { downloadInvoice } from '#domains/invoices/downloads.ts'
import { Button, ButtonLink, IconButton, IconLink } from '#kit/web/action/button.tsx'
import { DownloadButton, DownloadLink } from '#kit/web/action/download-link.tsx'
import { DownloadRow } from '#kit/web/action/download-row.tsx'
import { chevronRight, download, lock, paperBlank, plus, reload } from '#kit/web/graphics/icons.ts'
import { RowList } from '#kit/web/list/row-list.tsx'
import { SampleGroup, SampleSection } from './sample-section.tsx'

/** Buttons, and links that act like them. */
export function ActionSamples() {
  return (
    <SampleGroup name="action">
      <SampleSection
        name="Button"
        usage="<Button variant=&quot;second&quot; icon={reload} isBusy={isBusy} onClick={refresh}>{t('refresh')}</Button>"
      >
        <ButtonVariants />
        <SmallButtons />
        <ButtonStates />
      </SampleSection>
      <SampleSection
        name="DownloadLink"
        usage="<DownloadLink call={downloadInvoice} params={{ id, type: 'pdf' }} label={t('download', { number })} />"
      >
        <div className="line">
          <DownloadLink
            call={downloadInvoice}
            params={{ id: '1', type: 'pdf' }}
            label="Descargar la factura FE26/161291"
          />
          <DownloadButton call={downloadInvoice} params={{ id: '1', type: 'pdf' }}>
            Descargar la factura
          </DownloadButton>
        </div>
      </SampleSection>
      <SampleSection
        name="DownloadRow"
        usage="<DownloadRow call={downloadInvoice} params={{ id, type: 'pdf' }} glyph={paperBlank} title={name} detail={size} />"
      >
        <RowList>
          <DownloadRow
            call={downloadInvoice}
            params={{ id: '1', type: 'signed_pdf' }}
            glyph={paperBlank}
            title="Factura FE26/161291"
            detail="PDF · 214 kB"
          />
        </RowList>
      </SampleSection>
    </SampleGroup>
  )
}

function ButtonVariants() {
  return (
    <div className="line">
      <BusyButton />
      <Button variant="second">Cancelar</Button>
      <Button variant="quiet" icon={reload}>
        Actualizar
      </Button>
      <Button variant="danger">Darme de baja</Button>
      <ButtonLink href="/kit" variant="second" icon={lock}>
        Entrar con la cuenta de mi empresa
      </ButtonLink>
    </div>
  )
}

function SmallButtons() {
  return (
    <div className="line">
      <Button isSmall icon={plus}>
        Nuevo contrato
      </Button>
      <Button isSmall variant="second" iconAfter={chevronRight}>
        Siguientes
      </Button>
      <Button isSmall variant="quiet">
        Ver facturas
      </Button>
      <IconButton icon={reload} label="Actualizar" />
      <IconLink icon={download} label="Descargar la factura FE26/161291" href="/kit" download />
    </div>
  )
}

function ButtonStates() {
  return (
    <>
      <div className="line">
        <Button isBusy>Pagar 45,69&nbsp;€</Button>
        <Button disabled>Pagar 45,69&nbsp;€</Button>
        <Button disabledReason="Elige antes una factura.">Pagar</Button>
        <Button variant="second" disabled>
          Cambiar potencia
        </Button>
        <Button variant="quiet" disabled>
          Actualizar
        </Button>
      </div>
      <Button isWide>Un texto tan largo que en un teléfono ocupa más de una línea y no se corta</Button>
    </>
  )
}

function BusyButton() {
  const [isBusy, setBusy] = useState(false)
  function pretendToPay() {
    setBusy(true)
    setTimeout(() => setBusy(false), 2000)
  }
  return (
    <Button isBusy={isBusy} onClick={pretendToPay}>
      Pagar 45,69&nbsp;€
    </Button>
  )
}
