/** The logo shown where the operator has set none. */
export function DefaultLogo() {
  return (
    <svg viewBox="0 0 28 28" width="28" height="28" fill="currentColor" fillRule="evenodd" aria-hidden="true">
      <path d="M7 0h14a7 7 0 0 1 7 7v14a7 7 0 0 1-7 7H7a7 7 0 0 1-7-7V7a7 7 0 0 1 7-7zM5 22h18v-10h-4.500V7H14v5H9.500v5H5z" />
    </svg>
  )
}
