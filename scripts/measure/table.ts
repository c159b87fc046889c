/** One line of a table: a name, and numbers below each other. */
export function tableRow([name, ...numbers]: readonly (string | number)[]): string {
  return String(name).padEnd(16) + numbers.map((number) => String(number).padStart(12)).join('')
}
