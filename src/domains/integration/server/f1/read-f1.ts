import { XMLParser } from 'fast-xml-parser'
import { parseCups } from '#vocabulary/cups.ts'
import { addDays, isMarketDay, type MarketDay } from '#vocabulary/day.ts'
import { exactUnits } from '#vocabulary/decimal.ts'

/** What a meter's registers showed as a day began, one per tariff period, P1 first. */
export type RegisterReading = { day: MarketDay; registerWh: number[]; isEstimated: boolean }

/** What a distributor's invoice tells of a supply point. */
export type AccessInvoice = {
  number: string
  /** N normal, A cancelling, R rectifying, C complementary, G regularising (CNMC table 102). */
  type: string
  cups: string
  readings: RegisterReading[]
}

/** Why a file, or an invoice in it, stays out. */
export type F1Problem = 'not_xml' | 'not_f1' | 'cups_invalid' | 'number_missing' | 'readings_broken'

/** The readings that nobody took: estimated, calculated, or none (CNMC table 44). */
const guessed = ['40', '70', '99']
/** Registers of three periods are 31 to 33, 41 to 43 or 91 to 93, of six 61 to 66 or A1 to A6 (CNMC table 42). */
const registerOf = /^(?:[349]([1-3])|[6A]([1-6]))$/
const wattHours = 3

const parser = new XMLParser({
  removeNSPrefix: true,
  ignoreAttributes: true,
  parseTagValue: false,
  processEntities: true,
  isArray: (name) => ['FacturaATR', 'Medidas', 'ModeloAparato', 'Integrador'].includes(name),
})

/**
 * The invoices of an F1 file (step 01 of the distributor's invoicing), each sound or with what is wrong with it. A document
 * type is never read, so that nothing outside the file is, nor does a small file become a large one.
 */
export function readF1(xml: string): (AccessInvoice | { problem: F1Problem })[] {
  if (/<!DOCTYPE/i.test(xml)) return [{ problem: 'not_xml' }]
  let message: Message
  try {
    message = parser.parse(xml, true) as Message
  } catch {
    return [{ problem: 'not_xml' }]
  }
  const { Cabecera, Facturas } = message.MensajeFacturacion ?? {}
  const invoices = typeof Facturas === 'object' ? Facturas.FacturaATR : undefined
  if (Cabecera?.CodigoDelProceso !== 'F1' || !invoices) return [{ problem: 'not_f1' }]
  const cups = parseCups(Cabecera.CUPS ?? '')
  return invoices.map((invoice) => (cups ? readInvoice(invoice, cups) : { problem: 'cups_invalid' }))
}

function readInvoice(invoice: Factura, cups: string): AccessInvoice | { problem: F1Problem } {
  const { CodigoFiscalFactura: number, TipoFactura: type } =
    invoice.DatosGeneralesFacturaATR?.DatosGeneralesFactura ?? {}
  if (!number || !type) return { problem: 'number_missing' }
  const readings = readingsOf(invoice)
  return readings ? { number, type, cups, readings } : { problem: 'readings_broken' }
}

type Told = { day: MarketDay; register: number; wh: number; isGuessed: boolean }

/** What the registers of energy taken in (AE) showed at the beginning and at the end; null where that cannot be read. */
function readingsOf({ Medidas = [] }: Factura): RegisterReading[] | null {
  const told: Told[] = []
  for (const meter of Medidas.flatMap(({ ModeloAparato = [] }) => ModeloAparato))
    for (const { Magnitud, CodigoPeriodo = '', LecturaDesde, LecturaHasta } of meter.Integrador ?? []) {
      const [, ofThree, ofSix] = registerOf.exec(CodigoPeriodo) ?? []
      if (Magnitud !== 'AE' || !(ofThree ?? ofSix)) continue
      for (const reading of [LecturaDesde, LecturaHasta]) {
        const one = readReading(reading, Number(ofThree ?? ofSix))
        if (!one) return null
        told.push(one)
      }
    }
  return [...Map.groupBy(told, ({ day }) => day)].flatMap(([day, ofDay]) => wholeReading(day, ofDay) ?? [])
}

function readReading(reading: Lectura | undefined, register: number): Told | null {
  const { Fecha = '', Lectura = '', Procedencia = '' } = reading ?? {}
  const wh = exactUnits(Lectura, wattHours)
  if (!isMarketDay(Fecha) || wh === null || wh < 0) return null
  // A reading is of the end of its day (31-12 to 31-01 are the 31 days of January), and ours are of the beginning of one.
  return { day: addDays(Fecha, 1), register, wh, isGuessed: guessed.includes(Procedencia) }
}

/** All registers of a day; null where one is missing. Of a meter that gave way to another, what the new one showed counts. */
function wholeReading(day: MarketDay, told: readonly Told[]): RegisterReading | null {
  const last = new Map(told.map((one) => [one.register, one]))
  const registers = Array.from({ length: Math.max(...last.keys()) }, (_, index) => last.get(index + 1))
  if (registers.includes(undefined)) return null
  const whole = registers.map((one) => one!)
  return { day, registerWh: whole.map(({ wh }) => wh), isEstimated: whole.some(({ isGuessed }) => isGuessed) }
}

type Message = {
  MensajeFacturacion?: { Cabecera?: Record<string, string>; Facturas?: { FacturaATR?: Factura[] } | '' }
}
type Factura = {
  DatosGeneralesFacturaATR?: { DatosGeneralesFactura?: { CodigoFiscalFactura?: string; TipoFactura?: string } }
  Medidas?: { ModeloAparato?: Meter[] }[]
}
type Meter = { Integrador?: Register[] }
type Register = { Magnitud?: string; CodigoPeriodo?: string; LecturaDesde?: Lectura; LecturaHasta?: Lectura }
type Lectura = { Fecha?: string; Procedencia?: string; Lectura?: string }
