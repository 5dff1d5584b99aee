import { defaultSettings } from '#domains/retailer/settings/defaults.ts'
import { ToastProvider } from '#kit/web/overlay/toast.tsx'
import { anna, type CallMock, mockCall, renderAt } from '#kit/web/portal-testing.tsx'
import app from '../../../app/texts/es.json'
import { type BatteryLink, listBatteries, type Percentages, readPercentages } from '../api.ts'
import batteries from '../texts/es.json'
import { BatterySection } from './battery-section.tsx'
import { parseShare } from './parse-share.ts'

/** The share of a flat in a battery that another contract fills, as an API reply. The day is 10 March 2026. */
export const link: BatteryLink = {
  id: 1,
  bateria: { id: 3, name: 'Tejado' },
  pes: 1,
  pes_percentatge: 25,
  data_inici: '2025-06-01',
  data_final: null,
  gestio_descomptes: 'aplicar',
  total_descompte: 23.4,
  es_origen: false,
  self_consumption: false,
}

/** The distribution of the battery: a house has 60 %. */
const roof: Percentages = {
  bateria_id: 3,
  percentage: 85,
  contracts: [
    { name: '0049077', address: 'Passeig Nou, 12 - Banyoles', percentage: 60, es_origen: true },
    { name: '0051366', address: 'Carrer Major, 9 - Banyoles', percentage: 25, es_origen: false },
  ],
}

/** Two batteries: this one, and that of a shed with 70 % free. */
const wallets = [
  { id: 3, name: 'Tejado', balance: 23.4, contracts: ['0049077', '0051366'] },
  { id: 4, name: 'Caseta', balance: 5.5, contracts: ['0049078'] },
]

const readAnswers: CallMock[] = [
  mockCall(listBatteries, () => ({ items: wallets })),
  mockCall(readPercentages, ({ params: { bateriaId } }) =>
    bateriaId === '3'
      ? roof
      : {
          bateria_id: 4,
          percentage: 30,
          contracts: [{ name: '0049078', address: 'La Torre, 7 - L’Escala', percentage: 30, es_origen: true }],
        },
  ),
]

type RenderBatteriesOptions = {
  answers?: readonly CallMock[]
  readonly?: boolean
  isActive?: boolean
  takesLetters?: boolean
}

/** Renders the batteries of the flat's contract. */
export function renderBatteries(
  links: readonly BatteryLink[],
  { answers = [], readonly = false, isActive = true, takesLetters = true }: RenderBatteriesOptions = {},
) {
  const section = (
    <ToastProvider>
      <BatterySection id="wallet" contract={{ name: '0051366', isActive }} shares={links.map(parseShare)} />
    </ToastProvider>
  )
  return renderAt('/', section, {
    boot: { settings: defaultSettings, flags: { 'crm.case': takesLetters }, signedIn: { ...anna, readonly } },
    messages: { batteries, app },
    callMocks: [...answers, ...readAnswers],
  })
}
