/**
 * Loaded into a process under test with `NODE_OPTIONS=--import=<url of this file>?offset=<file>`: its time of day
 * is the real one plus the milliseconds that the file says. Timers run as ever. Also the contexts that the
 * process makes for itself, such as the one Next runs the middleware in, get this time.
 */
import { readFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { fileURLToPath } from 'node:url'
import vm from 'node:vm'

const offsetFile = fileURLToPath(new URL(import.meta.url).searchParams.get('offset'))
const realNow = Date.now
const now = () => realNow() + Number(readFileSync(offsetFile, 'utf8'))

/** Each context has a `Date` of its own. Written as text, because it runs there. */
const giveTime = `(now) => {
  Date.now = now
  globalThis.Date = new Proxy(Date, {
    construct: (target, values, caller) => Reflect.construct(target, values.length > 0 ? values : [now()], caller),
  })
}`

vm.runInThisContext(giveTime)(now)

const createContext = vm.createContext
vm.createContext = (...parameters) => {
  const context = createContext(...parameters)
  vm.runInContext(giveTime, context)(now)
  return context
}
syncBuiltinESMExports()
