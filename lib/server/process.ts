import 'server-only'

/** What this process has once, under a name: Next loads a module more than once, in bundles of their own. */
export function oncePerProcess<T extends object>(name: string, make: () => T): T {
  const key = Symbol.for(`foyer.${name}`)
  const holder = globalThis as unknown as Record<symbol, T | undefined>
  const value = holder[key] ?? make()
  holder[key] = value
  return value
}
