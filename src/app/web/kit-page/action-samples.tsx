import { useState } from 'react'
import { Button, ButtonLink, IconButton, IconLink } from '#kit/web/action/button.tsx'
import { Identifier } from '#kit/web/display/identifier.tsx'
import { SegmentedControl } from '#kit/web/form/segmented-control.tsx'
import { TextField } from '#kit/web/form/text-field.tsx'
import { chevronRight, download, lock, plus, reload } from '#kit/web/graphics/icons.ts'
import { ProgressAnimation } from '#kit/web/graphics/progress-animation.tsx'
import { FilterButton } from '#kit/web/list/filter-button.tsx'
import { TableToggle } from '#kit/web/list/table-toggle.tsx'
import { Dialog, DialogActions } from '#kit/web/overlay/dialog.tsx'
import { Menu } from '#kit/web/overlay/menu.tsx'
import { Popover } from '#kit/web/overlay/popover.tsx'
import { SampleSection } from './sample-section.tsx'

/** Interactive components: buttons, menus, filters, dialogs. */
export function ActionSamples() {
  return (
    <>
      <SampleSection title="Button">
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
        <div className="line">
          <Button isBusy>Pagar 45,69&nbsp;€</Button>
          <Button disabled>Pagar 45,69&nbsp;€</Button>
          <Button variant="second" disabled>
            Cambiar potencia
          </Button>
          <Button variant="quiet" disabled>
            Actualizar
          </Button>
        </div>
        <Button isWide>Un texto tan largo que en un teléfono ocupa más de una línea y no se corta</Button>
      </SampleSection>
      <SampleSection title="Menu, PickButton, Segments, TableToggle">
        <div className="line">
          <FilterSample />
          <FilterButton label="Tarifa" />
          <ViewSample />
          <TableSample />
          <MenuSample />
        </div>
      </SampleSection>
      <SampleSection title="Dialog">
        <div className="line">
          <PaymentDialog />
          <WaitingDialog />
        </div>
      </SampleSection>
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

function FilterSample() {
  const [value, setValue] = useState('activo y 2 más')
  return (
    <Popover button={(props) => <FilterButton {...props} label="Estado" value={value} />}>
      {(close) => (
        <div className="stack">
          <TextField label="Estado" value={value} onChange={(event) => setValue(event.target.value)} />
          <Button isSmall onClick={close}>
            Filtrar
          </Button>
        </div>
      )}
    </Popover>
  )
}

const views = [
  { value: 'months', label: 'Meses' },
  { value: 'days', label: 'Días' },
  { value: 'hours', label: 'Horas' },
  { value: 'quarters', label: '15 min' },
] as const

function ViewSample() {
  const [view, setView] = useState<(typeof views)[number]['value']>('months')
  return <SegmentedControl label="Ver por" options={views} value={view} onValue={setView} />
}

function TableSample() {
  const [isTable, setTable] = useState(false)
  return <TableToggle isTable={isTable} onToggle={setTable} />
}

function MenuSample() {
  const [isRenaming, setRenaming] = useState(false)
  return (
    <>
      <Menu
        subject="Tienda Larios"
        label="Más"
        items={[
          { key: 'download', label: 'Descargar el contrato', icon: download, href: '/kit' },
          { key: 'rename', label: 'Cambiar el nombre', onChoose: () => setRenaming(true) },
          { key: 'leave', label: 'Darme de baja', onChoose: () => {}, isDisabled: true },
        ]}
      />
      {isRenaming && (
        <Dialog title="Cambiar el nombre" subject="Tienda Larios" onClose={() => setRenaming(false)}>
          <TextField label="Nombre" defaultValue="Tienda Larios" />
          <DialogActions>
            <Button onClick={() => setRenaming(false)}>Guardar</Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  )
}

function PaymentDialog() {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button variant="second" onClick={() => setOpen(true)}>
        Abrir el pago
      </Button>
      {isOpen && (
        <Dialog
          title="Pagar con tarjeta"
          subject="Factura FE26/157374 · septiembre 2026"
          figure="45,69&nbsp;€"
          onClose={close}
        >
          <TextField label="Número de la tarjeta" inputMode="numeric" autoComplete="cc-number" />
          <p className="small soft">
            Suministro{' '}
            <Identifier
              label="CUPS"
              value="ES0031406083219007ZY"
              groups={['ES', '0031', '4060', '8321', '9007', 'ZY']}
            />
          </p>
          <DialogActions>
            <Button variant="second" onClick={close}>
              Cancelar
            </Button>
            <Button onClick={close}>Pagar 45,69&nbsp;€</Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  )
}

function WaitingDialog() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="second" onClick={() => setOpen(true)}>
        Abrir la espera
      </Button>
      {isOpen && (
        <Dialog
          title="Confirma el pago en tu banco"
          subject="Factura FE26/157374 · septiembre 2026"
          figure="45,69&nbsp;€"
          isClosable={false}
          isWide
          onClose={() => setOpen(false)}
        >
          <ProgressAnimation />
          <p>Abre la aplicación del banco y acepta el cargo. No cierres esta ventana.</p>
          <DialogActions>
            <Button variant="second" onClick={() => setOpen(false)}>
              Cancelar el pago
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  )
}
