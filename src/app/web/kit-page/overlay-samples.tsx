import { useState } from 'react'
import { Button } from '#kit/web/action/button.tsx'
import { Identifier } from '#kit/web/display/identifier.tsx'
import { TextField } from '#kit/web/form/text-field.tsx'
import { download } from '#kit/web/graphics/icons.ts'
import { ProgressAnimation } from '#kit/web/graphics/progress-animation.tsx'
import { FilterButton } from '#kit/web/list/filter-button.tsx'
import { Dialog, DialogActions } from '#kit/web/overlay/dialog.tsx'
import { Menu } from '#kit/web/overlay/menu.tsx'
import { Popover } from '#kit/web/overlay/popover.tsx'
import { useToast } from '#kit/web/overlay/toast.tsx'
import { SampleGroup, SampleSection } from './sample-section.tsx'

/** What opens over the page. */
export function OverlaySamples() {
  return (
    <SampleGroup name="overlay">
      <SampleSection
        name="Dialog"
        usage="{isOpen && <Dialog title={t('title')} onClose={close}>… <DialogActions>…</DialogActions></Dialog>}"
      >
        <div className="line">
          <PaymentDialog />
          <WaitingDialog />
        </div>
      </SampleSection>
      <SampleSection
        name="Menu"
        usage="<Menu subject={name} items={[{ key: 'rename', label: t('rename'), onChoose: rename }]} />"
      >
        <div>
          <MenuSample />
        </div>
      </SampleSection>
      <SampleSection
        name="Popover"
        usage="<Popover button={(props) => <FilterButton {...props} label={label} />}>{(close) => …}</Popover>"
      >
        <div>
          <PopoverSample />
        </div>
      </SampleSection>
      <SampleSection name="ToastProvider" usage="const showToast = useToast(); showToast(t('saved'))">
        <div>
          <ToastSample />
        </div>
      </SampleSection>
    </SampleGroup>
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

function PopoverSample() {
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

function ToastSample() {
  const showToast = useToast()
  return (
    <Button variant="second" onClick={() => showToast('Hemos guardado la dirección')}>
      Guardar
    </Button>
  )
}
