/** Texts of the tab Spinner. */
export const texts = {
  tab: 'Spinner',
  service: 'Spinner',
  serviceHint: 'It spins articles unless another one is chosen there. What you typed for the others is kept.',
  login: 'Account',
  choices: 'How it spins',
  builtIn: 'English synonyms of our own: free, without an account, and nothing leaves this server.',
  unpublished: (label: string, fields: string) =>
    `The interface of ${label} is not published. Each text is sent as a form with the fields ${fields} to the address that ` +
    'you enter. The answer must be a JSON object with the spun text in "result", or with what went wrong in "error". ' +
    'Without an address nothing is sent.',
  placed: 'Empty: the one in the settings of this server.',
  test: 'Test',
  testing: 'Spinning',
  testHint: 'Sends this sentence with what is typed above. The service may count it as a text.',
  result: 'Result',
  unknown: 'Failed to test the spinner service. Unknown error',
  error: (message: string) => `Error: ${message}`,
} as const;
