/** Masks an e-mail address so that only its owner recognises it: `a•••@example.com`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return at < 1 ? '•••' : `${[...email][0]}•••${email.slice(at)}`
}

/** Masks a phone number down to its last three digits: `••• ••• 678`. */
export function maskPhone(phone: string): string {
  return `••• ••• ${phone.replace(/\D/g, '').slice(-3)}`
}
