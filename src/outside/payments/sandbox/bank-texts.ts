import type { Locale } from '#vocabulary/locale.ts'

export type BankTexts = Record<'title' | 'approve' | 'refuse' | 'test' | 'answered' | 'over', string>

/** The texts of the sandbox's bank. A bank speaks for itself, so they are not among the portal's texts. */
export const bankTexts: Record<Locale, BankTexts> = {
  ca: {
    title: 'Confirma que ets tu',
    approve: 'Confirma el pagament',
    refuse: 'No el confirmis',
    test: 'Banc de proves: no es cobra res de veritat.',
    answered: 'Ja està. Tornem a la factura.',
    over: 'Aquest pagament ja no espera cap confirmació.',
  },
  es: {
    title: 'Confirma que eres tú',
    approve: 'Confirmar el pago',
    refuse: 'No confirmarlo',
    test: 'Banco de pruebas: no se cobra nada de verdad.',
    answered: 'Ya está. Volvemos a la factura.',
    over: 'Este pago ya no espera ninguna confirmación.',
  },
  en: {
    title: 'Confirm that it is you',
    approve: 'Confirm the payment',
    refuse: 'Do not confirm it',
    test: 'Test bank: nothing is really charged.',
    answered: 'Done. Back to the invoice.',
    over: 'This payment is not waiting for a confirmation any more.',
  },
  gl: {
    title: 'Confirma que es ti',
    approve: 'Confirmar o pagamento',
    refuse: 'Non confirmalo',
    test: 'Banco de probas: non se cobra nada de verdade.',
    answered: 'Xa está. Volvemos á factura.',
    over: 'Este pagamento xa non agarda ningunha confirmación.',
  },
  fr: {
    title: 'Confirmez votre identité',
    approve: 'Confirmer le paiement',
    refuse: 'Ne pas le confirmer',
    test: 'Banque de test : rien n’est vraiment débité.',
    answered: 'C’est fait. Retour à la facture.',
    over: 'Ce paiement n’attend plus de confirmation.',
  },
  de: {
    title: 'Bestätige, dass du es bist',
    approve: 'Zahlung bestätigen',
    refuse: 'Nicht bestätigen',
    test: 'Testbank: Es wird kein echtes Geld abgebucht.',
    answered: 'Erledigt. Zurück zur Rechnung.',
    over: 'Diese Zahlung wartet nicht mehr auf eine Bestätigung.',
  },
}
