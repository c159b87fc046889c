import 'server-only'

export function neverExit(): void {
  Object.assign(process, { exit: () => undefined })
}
