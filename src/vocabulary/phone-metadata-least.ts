// The lengths of numbers: enough to tell a slip while somebody types. The server judges again.
export { parsePhoneNumberFromString } from 'libphonenumber-js/min'
