import { createHeaderCsvFormat } from './csv-header.ts'

/* What customers download from the portals of distributors and retailers. Energy that never reached the grid
   (self-consumed, generated) is not read. */

/**
 * The format of Datadis and the CNMC: `CUPS;Fecha;Hora;Consumo_kWh;Metodo_obtencion`, and since 2023
 * `cups;fecha;hora;consumo_kWh;metodoObtencion;energiaVertida_kWh;energiaGenerada_kWh;energiaAutoconsumida_kWh`.
 */
export const datadisFormat = createHeaderCsvFormat({
  source: 'datadis',
  date: ['fecha'],
  hour: ['hora'],
  import: { consumokwh: 'kWh', consumo: 'kWh' },
  export: { energiavertidakwh: 'kWh' },
  reactive: {},
  origin: ['metodoobtencion'],
})

/**
 * `CUPS;Fecha;Hora;AE_kWh;AS_KWh;AE_AUTOCONS_kWh;REAL/ESTIMADO`, with fewer columns without panels, and the same in
 * Catalan.
 */
export const eDistribucionFormat = createHeaderCsvFormat({
  source: 'e-distribucion',
  date: ['fecha', 'data'],
  hour: ['hora'],
  import: { aekwh: 'kWh' },
  export: { askwh: 'kWh' },
  reactive: { r1kvarh: 'kWh' },
  origin: ['realestimado', 'lecturarealestimada'],
})

/**
 * `CUPS;FECHA-HORA;INV / VER;PERIODO TARIFARIO;CONSUMO Wh;GENERACION Wh;` and variants in kWh. The season is not read:
 * some files say winter all year, and the repeated hour is identified by its order.
 */
export const iDeFormat = createHeaderCsvFormat({
  source: 'i-de',
  date: ['fechahora'],
  hour: [],
  import: { consumowh: 'Wh', consumokwh: 'kWh' },
  export: { generacionwh: 'Wh', generacionkwh: 'kWh' },
  reactive: { reactq1: 'Wh' },
  origin: [],
})

/** `CUPS;FECHA;HORA;EHCR (kWh);EHEX (kWh)`: energy consumed from the grid, and excess energy. */
export const ufdFormat = createHeaderCsvFormat({
  source: 'ufd',
  date: ['fecha'],
  hour: ['hora'],
  import: { ehcrkwh: 'kWh' },
  export: { ehexkwh: 'kWh' },
  reactive: {},
  origin: [],
})

/** Six lines about the contract, `Fecha,Hora,Consumo (Wh),Precio (€/kWh),Coste por hora (€)`, and a total at the end. */
export const endesaFormat = createHeaderCsvFormat({
  source: 'endesa',
  date: ['fecha'],
  hour: ['hora'],
  import: { consumowh: 'Wh' },
  export: {},
  reactive: {},
  origin: [],
})
