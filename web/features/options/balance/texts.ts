/** Texts of the checks of a login. */
export const texts = {
  check: 'Check balance',
  checking: 'Checking',
  valid: 'Valid',
  notChecked: 'Not checked',
  refused: 'The service refused the key or login',
  low: 'Balance is low',
  error: (message: string) => `Error: ${message}`,
} as const;
