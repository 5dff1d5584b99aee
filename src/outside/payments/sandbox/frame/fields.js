// The card fields. The input is sent to the provider and nowhere else; the surrounding page gets an id.

import { digitsOf, isAmericanExpress, problemsOf } from './card-checks.js'

/**
 * @import { CardField } from './card-checks.js'
 * @import { CardError } from '../../card-error.ts'
 * @import { FieldsAppearance, MessageFromFields, MessageToFields } from '../fields-messages.ts'
 * @typedef {MessageFromFields extends infer M ? M extends { channel: string } ? Omit<M, 'channel'> : never : never} Said
 * @typedef {{ id?: string, error?: { code: string, param?: string } }} Answer
 */

const channel = location.hash.slice(1)
// The frame's own origin is opaque; the portal's is the one that this document was loaded from.
const portal = new URL(document.URL).origin
/** @type {CardField[]} */
const fields = ['number', 'expiry', 'cvc']
/** @type {Record<string, CardField>} */
const fieldOfParameter = { number: 'number', exp_month: 'expiry', exp_year: 'expiry', cvc: 'cvc' }
/** @type {FieldsAppearance['errors']} */
let sentences = {}
let isSending = false
const heightTeller = new ResizeObserver(() => say({ kind: 'height', heightPx: document.documentElement.offsetHeight }))

addEventListener('message', (event) => {
  if (event.source !== parent || event.origin !== portal || event.data?.channel !== channel) return
  const message = /** @type {MessageToFields} */ (event.data)
  if (message.kind === 'appear') appear(message.appearance)
  else void tokenize()
})

for (const field of fields) {
  inputOf(field).addEventListener('input', () => {
    write(field)
    show(field, undefined)
  })
  // Errors are shown when the user leaves a field that has input.
  inputOf(field).addEventListener('blur', () => {
    if (inputOf(field).value) show(field, problems()[field])
  })
}
document.addEventListener('submit', (event) => event.preventDefault())
document.addEventListener('keydown', (event) => {
  if (event.key === 'Enter') say({ kind: 'submit' })
})
say({ kind: 'ready' })

/** @param {FieldsAppearance} appearance */
function appear({ words, errors, locale, colorScheme, tokens, fontAddress }) {
  sentences = errors
  document.documentElement.lang = locale
  document.documentElement.style.colorScheme = colorScheme
  for (const [name, value] of Object.entries(tokens)) document.documentElement.style.setProperty(name, value)
  for (const field of fields) labelOf(field).textContent = words[field]
  inputOf('expiry').placeholder = words.expiryPattern
  inputOf('cvc').placeholder = words.cvcPattern
  document.fonts.add(new FontFace('Portal', `url(${JSON.stringify(fontAddress)})`, { weight: '400 700' }))
  document.body.hidden = false
  heightTeller.observe(document.body)
}

async function tokenize() {
  const found = problems()
  for (const field of fields) show(field, found[field])
  const first = fields.find((field) => found[field])
  if (first) return refuse(first, /** @type {CardError} */ (found[first]))
  if (isSending) return
  isSending = true
  const { id, error } = await makeMethod()
  isSending = false
  if (id) return say({ kind: 'method', methodId: id })
  const code = /** @type {CardError} */ (error?.code ?? 'processing_error')
  const field = fieldOfParameter[error?.param ?? 'number'] ?? 'number'
  show(field, code)
  refuse(field, code)
}

/** @returns {Promise<Answer>} */
async function makeMethod() {
  const { number, month, year, cvc } = typed()
  try {
    const answer = await fetch('v1/payment_methods', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ number: digitsOf(number), exp_month: month, exp_year: year, cvc }),
    })
    return await answer.json()
  } catch {
    return {}
  }
}

/**
 * @param {CardField} field
 * @param {CardError} error
 */
function refuse(field, error) {
  inputOf(field).focus()
  say({ kind: 'refused', error })
}

function problems() {
  const now = new Date()
  return problemsOf(typed(), { year: now.getFullYear(), month: now.getMonth() + 1 })
}

function typed() {
  const [month = '', year = ''] = inputOf('expiry').value.split('/')
  return { number: inputOf('number').value, month, year, cvc: inputOf('cvc').value }
}

/**
 * @param {CardField} field
 * @param {CardError | undefined} error
 */
function show(field, error) {
  const sentence = elementOf(`${field}-error`)
  elementOf(`${field}-field`).toggleAttribute('data-invalid', Boolean(error))
  inputOf(field).setAttribute('aria-invalid', String(Boolean(error)))
  sentence.hidden = !error
  sentence.textContent = error ? (sentences[error] ?? error) : ''
}

/**
 * Groups the typed digits as they are printed on the card. Only at the end of the text, so that the cursor keeps its
 * position in corrections. ⏎
 * @param {CardField} field
 */
function write(field) {
  const input = inputOf(field)
  if (input.selectionStart !== input.value.length) return
  if (field === 'number') input.value = grouped(input.value)
  if (field === 'expiry')
    input.value = input.value.replace(/^(0[1-9]|1[0-2])\s*[/\-. ]?\s*(\d)/, '$1/$2').replace(/^([2-9])\s*\//, '0$1/')
}

/** @param {string} number */
function grouped(number) {
  const digits = number.replace(/\D/g, '').slice(0, 19)
  const parts = isAmericanExpress(digits)
    ? /^(\d{1,4})(\d{1,6})?(\d+)?$/.exec(digits)?.slice(1)
    : digits.match(/\d{1,4}/g)
  return (parts ?? []).filter(Boolean).join(' ')
}

/** @param {Said} message */
function say(message) {
  parent.postMessage({ ...message, channel }, portal)
}

/** @param {CardField} field */
function inputOf(field) {
  return /** @type {HTMLInputElement} */ (elementOf(field))
}

/** @param {CardField} field */
function labelOf(field) {
  return /** @type {HTMLLabelElement} */ (document.querySelector(`label[for=${field}]`))
}

/** @param {string} id */
function elementOf(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id))
}
