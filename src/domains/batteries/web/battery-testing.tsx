import { defaultSettings } from '#domains/operator/settings/defaults.ts'
import { type Answer, anna, answer, renderAt } from '#kit/web/portal-testing.tsx'
import { ToastProvider } from '#kit/web/toast.tsx'
import app from '../../../app/texts/es.json'
import { type BatteryLink, listBatteries, type Percentages, readPercentages } from '../api.ts'
import batteries from '../texts/es.json'
import { readShare } from './read-share.ts'
import { WalletSection } from './wallet-section.tsx'

/** The share of a flat in a wallet that another contract fills, as a server tells it. The day is 10 March 2026. */
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

/** How the wallet is shared out: a house has 60 %. */
const roof: Percentages = {
  bateria_id: 3,
  percentage: 85,
  contracts: [
    { name: '0049077', address: 'Passeig Nou, 12 - Banyoles', percentage: 60, es_origen: true },
    { name: '0051366', address: 'Carrer Major, 9 - Banyoles', percentage: 25, es_origen: false },
  ],
}

/** Two wallets: this one, and a shed's of which 70 % are free. */
const wallets = [
  { id: 3, name: 'Tejado', balance: 23.4, contracts: ['0049077', '0051366'] },
  { id: 4, name: 'Caseta', balance: 5.5, contracts: ['0049078'] },
]

const readAnswers: Answer[] = [
  answer(listBatteries, () => ({ items: wallets })),
  answer(readPercentages, ({ params: { bateriaId } }) =>
    bateriaId === '3'
      ? roof
      : {
          bateria_id: 4,
          percentage: 30,
          contracts: [{ name: '0049078', address: 'La Torre, 7 - L’Escala', percentage: 30, es_origen: true }],
        },
  ),
]

type Stage = { answers?: readonly Answer[]; readonly?: boolean; isActive?: boolean; takesLetters?: boolean }

/** Shows the wallets of the flat's contract. */
export function renderWallets(
  links: readonly BatteryLink[],
  { answers = [], readonly = false, isActive = true, takesLetters = true }: Stage = {},
) {
  const section = (
    <ToastProvider>
      <WalletSection id="wallet" contract={{ name: '0051366', isActive }} shares={links.map(readShare)} />
    </ToastProvider>
  )
  return renderAt('/', section, {
    boot: { settings: defaultSettings, flags: { 'crm.case': takesLetters }, signedIn: { ...anna, readonly } },
    messages: { batteries, app },
    answers: [...answers, ...readAnswers],
  })
}
