/** Words for the numbers that React throws in production. */

/** For the faults that a site meets (https://react.dev/errors). */
const reactErrors: Readonly<Record<string, string>> = {
  31: 'Objects are not valid as a React child',
  130: 'Element type is invalid: neither a string nor a component, often a missing export',
  185: 'Maximum update depth exceeded: an effect or a render sets its own state again and again',
  300: 'Rendered fewer hooks than expected, maybe by an early return',
  301: 'Too many re-renders',
  310: 'Rendered more hooks than during the previous render',
  321: 'Invalid hook call',
  418: 'Hydration failed because the server rendered other HTML than the client',
  426: 'A component suspended while responding to synchronous input',
  438: 'An unsupported type was passed to use()',
  482: 'An async component ran in the browser, or a promise was created in a render',
}

/** The message, with React's words for its number. */
export function explainMessage(message: string): string {
  const [, number = ''] = /^Minified React error #(\d{1,4});/.exec(message) ?? []
  const words = reactErrors[number]
  return words ? `${words} (React error ${number})` : message
}
