import { XMLParser } from 'fast-xml-parser'
import { parseCups } from '#vocabulary/cups.ts'
import { addDays, isMarketDay, type MarketDay } from '#vocabulary/day.ts'
import { parseExactUnits } from '#vocabulary/decimal.ts'

/** The registers of a meter at the start of a day, one per tariff period, P1 first. */
export type RegisterReading = { day: MarketDay; registerWh: number[]; isEstimated: boolean }

/** The data of a distributor's invoice for a supply point. */
export type AccessInvoice = {
  number: string
  /** N normal, A cancelling, R rectifying, C complementary, G regularising (CNMC table 102). */
  type: string
  cups: string
  readings: RegisterReading[]
}

/** Why a file, or an invoice in it, is refused. */
export type F1Problem = 'not_xml' | 'not_f1' | 'cups_invalid' | 'number_missing' | 'readings_broken'

/** The origins of readings that are not actual: estimated, calculated, or none (CNMC table 44). */
const estimatedOrigins = ['40', '70', '99']
/**
 * The registers are 31 to 33, 41 to 43 or 91 to 93 for three periods, and 61 to 66 or A1 to A6 for six (CNMC table 42).
 */
const registerPattern = /^(?:[349]([1-3])|[6A]([1-6]))$/
const kwhDecimals = 3

const parser = new XMLParser({
  removeNSPrefix: true,
  ignoreAttributes: true,
  parseTagValue: false,
  processEntities: true,
  isArray: (name) => ['FacturaATR', 'Medidas', 'ModeloAparato', 'Integrador'].includes(name),
})

/**
 * Parses an F1 file (step 01 of the distributor's invoicing) into its invoices, or the problem of each. Document types
 * are refused, so that no external entity is loaded and no small file expands into a large one.
 */
export function parseF1(xml: string): (AccessInvoice | { problem: F1Problem })[] {
  if (/<!DOCTYPE/i.test(xml)) return [{ problem: 'not_xml' }]
  let message: F1Message
  try {
    message = parser.parse(xml, true) as F1Message
  } catch {
    return [{ problem: 'not_xml' }]
  }
  const { Cabecera, Facturas } = message.MensajeFacturacion ?? {}
  const invoices = typeof Facturas === 'object' ? Facturas.FacturaATR : undefined
  if (Cabecera?.CodigoDelProceso !== 'F1' || !invoices) return [{ problem: 'not_f1' }]
  const cups = parseCups(Cabecera.CUPS ?? '')
  return invoices.map((invoice) => (cups ? parseInvoice(invoice, cups) : { problem: 'cups_invalid' }))
}

function parseInvoice(invoice: Factura, cups: string): AccessInvoice | { problem: F1Problem } {
  const { CodigoFiscalFactura: number, TipoFactura: type } =
    invoice.DatosGeneralesFacturaATR?.DatosGeneralesFactura ?? {}
  if (!number || !type) return { problem: 'number_missing' }
  const readings = parseReadings(invoice)
  return readings ? { number, type, cups, readings } : { problem: 'readings_broken' }
}

type MeterValue = { day: MarketDay; register: number; wh: number; isEstimated: boolean }

/** Parses the start and end values of the registers for imported energy (AE). Returns null if they are invalid. */
function parseReadings({ Medidas = [] }: Factura): RegisterReading[] | null {
  const values: MeterValue[] = []
  for (const meter of Medidas.flatMap(({ ModeloAparato = [] }) => ModeloAparato))
    for (const { Magnitud, CodigoPeriodo = '', LecturaDesde, LecturaHasta } of meter.Integrador ?? []) {
      const [, ofThree, ofSix] = registerPattern.exec(CodigoPeriodo) ?? []
      if (Magnitud !== 'AE' || !(ofThree ?? ofSix)) continue
      for (const reading of [LecturaDesde, LecturaHasta]) {
        const one = parseMeterValue(reading, Number(ofThree ?? ofSix))
        if (!one) return null
        values.push(one)
      }
    }
  return [...Map.groupBy(values, ({ day }) => day)].flatMap(([day, ofDay]) => completeReadingOf(day, ofDay) ?? [])
}

function parseMeterValue(reading: Lectura | undefined, register: number): MeterValue | null {
  const { Fecha = '', Lectura = '', Procedencia = '' } = reading ?? {}
  const wh = parseExactUnits(Lectura, kwhDecimals)
  if (!isMarketDay(Fecha) || wh === null || wh < 0) return null
  // F1 readings are taken at the end of their day (31-12 to 31-01 are the 31 days of January); stored ones at the start
  // of a day.
  return { day: addDays(Fecha, 1), register, wh, isEstimated: estimatedOrigins.includes(Procedencia) }
}

/**
 * Returns the reading of a day with all registers, or null if one is missing. If a meter was replaced, the value of the
 * new one counts.
 */
function completeReadingOf(day: MarketDay, values: readonly MeterValue[]): RegisterReading | null {
  const last = new Map(values.map((one) => [one.register, one]))
  const registers = Array.from({ length: Math.max(...last.keys()) }, (_, index) => last.get(index + 1))
  if (registers.includes(undefined)) return null
  const completeValues = registers.map((one) => one!)
  return {
    day,
    registerWh: completeValues.map(({ wh }) => wh),
    isEstimated: completeValues.some(({ isEstimated }) => isEstimated),
  }
}

type F1Message = {
  MensajeFacturacion?: { Cabecera?: Record<string, string>; Facturas?: { FacturaATR?: Factura[] } | '' }
}
type Factura = {
  DatosGeneralesFacturaATR?: { DatosGeneralesFactura?: { CodigoFiscalFactura?: string; TipoFactura?: string } }
  Medidas?: { ModeloAparato?: Meter[] }[]
}
type Meter = { Integrador?: Register[] }
type Register = { Magnitud?: string; CodigoPeriodo?: string; LecturaDesde?: Lectura; LecturaHasta?: Lectura }
type Lectura = { Fecha?: string; Procedencia?: string; Lectura?: string }
