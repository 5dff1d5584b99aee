type F1Input = {
  cups: string
  number?: string
  type?: string
  /** The start and end value of each register, in kWh. */
  registers?: [from: string, to: string][]
  from?: string
  to?: string
  origin?: string
  periods?: string[]
}

/** Creates a distributor's invoice with the readings of a meter. */
export function createF1({
  cups,
  number = 'F0001',
  type = 'N',
  registers = [
    ['5471.00', '5499.00'],
    ['6180.00', '6206.00'],
    ['708.00', '800.5'],
  ],
  from = '2021-12-31',
  to = '2022-01-31',
  origin = '60',
  periods = ['91', '92', '93'],
}: F1Input): string {
  const reading = (name: string, day: string, kwh: string) =>
    `<${name}><Fecha>${day}</Fecha><Procedencia>${origin}</Procedencia><Lectura>${kwh}</Lectura></${name}>`
  const register = (magnitude: string, period: string, [first, last]: [string, string]) =>
    `<Integrador><Magnitud>${magnitude}</Magnitud><CodigoPeriodo>${period}</CodigoPeriodo>${reading('LecturaDesde', from, first)}${reading('LecturaHasta', to, last)}</Integrador>`
  const energy = registers.map((shown, index) => register('AE', periods[index]!, shown)).join('')
  return `<?xml version="1.0" encoding="UTF-8"?>
<MensajeFacturacion xmlns="http://localhost/elegibilidad">
  <Cabecera><CodigoDelProceso>F1</CodigoDelProceso><CodigoDePaso>01</CodigoDePaso><CUPS>${cups}</CUPS></Cabecera>
  <Facturas><FacturaATR>
    <DatosGeneralesFacturaATR><DatosGeneralesFactura>
      <CodigoFiscalFactura>${number}</CodigoFiscalFactura><TipoFactura>${type}</TipoFactura>
    </DatosGeneralesFactura></DatosGeneralesFacturaATR>
    <Medidas><CodPM>${cups}</CodPM><ModeloAparato>${energy}${register('R1', '91', ['1', '2'])}</ModeloAparato></Medidas>
  </FacturaATR></Facturas>
</MensajeFacturacion>`
}
