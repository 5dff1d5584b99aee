// Checks of a card that need only its digits. The card fields load this file unchanged, and the provider uses it too.

/**
 * @typedef {{ number: string, month: string, year: string, cvc: string }} WrittenCard
 * @typedef {'number' | 'expiry' | 'cvc'} CardField
 * @typedef {'invalid_number' | 'incorrect_number' | 'invalid_expiry_month' | 'invalid_expiry_year' | 'invalid_cvc'} CardProblem
 * @typedef {{ year: number, month: number }} Month
 */

const longestYears = 50

/**
 * Returns the first problem of each field, with the published error code. Two-digit years are in this century. ⏎
 * @param {WrittenCard} card
 * @param {Month} now
 * @returns {Partial<Record<CardField, CardProblem>>}
 */
export function problemsOf({ number, month, year, cvc }, now) {
  return stated({
    number: numberProblem(digitsOf(number)),
    expiry: expiryProblem(month.trim(), year.trim(), now),
    cvc: cvcProblem(cvc.trim(), isAmericanExpress(number)),
  })
}

/**
 * Returns the digits of a number written with spaces or hyphens. ⏎
 * @param {string} number
 */
export function digitsOf(number) {
  return number.replace(/[\s-]/g, '')
}

/**
 * Checks for American Express, which has 15 digits and a code of four. ⏎
 * @param {string} number
 */
export function isAmericanExpress(number) {
  return /^3[47]/.test(digitsOf(number))
}

/**
 * @param {string} digits
 * @returns {CardProblem | undefined}
 */
function numberProblem(digits) {
  if (!/^\d{13,19}$/.test(digits)) return 'invalid_number'
  return luhnSum(digits) % 10 === 0 ? undefined : 'incorrect_number'
}

/**
 * @param {string} month
 * @param {string} year
 * @param {Month} now
 * @returns {CardProblem | undefined}
 */
function expiryProblem(month, year, now) {
  if (!/^\d{1,2}$/.test(month) || Number(month) < 1 || Number(month) > 12) return 'invalid_expiry_month'
  if (!/^(\d{2}|\d{4})$/.test(year)) return 'invalid_expiry_year'
  const fullYear = year.length === 2 ? 2000 + Number(year) : Number(year)
  if (fullYear < now.year || fullYear > now.year + longestYears) return 'invalid_expiry_year'
  return fullYear === now.year && Number(month) < now.month ? 'invalid_expiry_month' : undefined
}

/**
 * @param {string} cvc
 * @param {boolean} isAmex
 * @returns {CardProblem | undefined}
 */
function cvcProblem(cvc, isAmex) {
  return (isAmex ? /^\d{4}$/ : /^\d{3}$/).test(cvc) ? undefined : 'invalid_cvc'
}

/**
 * Returns the sum that ends in 0 if the last digit is the correct check digit (ISO/IEC 7812-1, annex B). ⏎
 * @param {string} digits
 */
function luhnSum(digits) {
  return [...digits].reverse().reduce((sum, digit, place) => {
    const value = Number(digit) * (place % 2 ? 2 : 1)
    return sum + (value > 9 ? value - 9 : value)
  }, 0)
}

/**
 * @param {Partial<Record<CardField, CardProblem>>} problems
 * @returns {Partial<Record<CardField, CardProblem>>}
 */
function stated(problems) {
  return Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem))
}
