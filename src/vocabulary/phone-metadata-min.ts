// The lengths of numbers: enough to detect a typing error. The server validates again.
export { parsePhoneNumberFromString } from 'libphonenumber-js/min'
