import type { Signature } from '../api.ts'

const id = '11111111-2222-4333-8444-555555555555'

/** A pending document, as in the API. */
export const pendingSignature: Signature = {
  id,
  state: 'waiting',
  title: 'Cambio de potencia del contrato 0048213',
  created_at: '2026-03-10T09:00:00Z',
  expires_at: '2026-04-09T09:00:00Z',
  signed_at: null,
  signer: { name: 'Anna Soler', holder: 'Anna Soler' },
  contract: { name: '0048213', type: 'electricity' },
  channels: [
    { channel: 'email', to: 'a•••@example.test' },
    { channel: 'sms', to: '••• ••• 678' },
  ],
  code: null,
  documents: ['original'],
}

/** The same with a code that was sent. */
export const signatureWithCode: Signature = {
  ...pendingSignature,
  code: { channel: 'email', to: 'a•••@example.test', expires_at: '2026-03-10T10:10:00Z', tries_left: 5 },
}

/** The same once it is signed. */
export const signedSignature: Signature = {
  ...pendingSignature,
  state: 'signed',
  signed_at: '2026-03-10T10:05:00Z',
  documents: ['original', 'signed'],
}
