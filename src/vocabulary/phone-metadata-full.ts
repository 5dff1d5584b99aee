// The number ranges assigned in every country, which servers validate against. Ten times the size of the lengths alone.
export { parsePhoneNumberFromString } from 'libphonenumber-js/max'
