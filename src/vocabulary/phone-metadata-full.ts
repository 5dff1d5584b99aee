// The ranges that are given out in every country: what servers judge by. Ten times the weight of the lengths alone.
export { parsePhoneNumberFromString } from 'libphonenumber-js/max'
