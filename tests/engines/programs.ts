/** The browser engines that people have beside Chromium, and the programs that run them here. */
import { type Environment, installPackages, isExecutable, onSearchPath, runs } from '../support/programs'

export const engines = {
  firefox: { title: 'Firefox', find: () => findFirefox(), packages: ['firefox-esr'] },
  webkit: { title: 'WebKit', find: () => findWebKit(), packages: ['webkit2gtk-driver', 'xvfb'] },
} as const

export type EngineName = keyof typeof engines

export const engineNames = Object.keys(engines) as EngineName[]

/** The engines that can run on this machine. */
export const availableEngines = () => engineNames.filter((name) => engines[name].find() !== null)

/** `FOYER_FIREFOX`, or this machine's Firefox; null if there is none. Throws if `FOYER_FIREFOX` doesn't run. */
export function findFirefox(environment: Environment = process.env): string | null {
  const given = environment.FOYER_FIREFOX
  if (given && !runs(given)) throw new Error(`FOYER_FIREFOX is ${given}, which does not run as a browser.`)
  const mac = '/Applications/Firefox.app/Contents/MacOS/firefox'
  return given || ([...onSearchPath(['firefox', 'firefox-esr'], environment), mac].find(runs) ?? null)
}

/** The driver of WebKitGTK, Safari's engine, if there is a display for its windows; else null. */
export function findWebKit(environment: Environment = process.env): string | null {
  const driver = onSearchPath(['WebKitWebDriver'], environment).find(isExecutable)
  return driver && findDisplay(environment) ? driver : null
}

/** The program of a virtual display; null if it isn't here. */
export function findDisplay(environment: Environment = process.env): string | null {
  return onSearchPath(['Xvfb'], environment).find(isExecutable) ?? null
}

/** The engine's program, installed if necessary and allowed; else null. */
export function installEngine(name: EngineName): string | null {
  const { find, packages } = engines[name]
  return find() ?? (installPackages(...packages) ? find() : null)
}

/** Why an engine is skipped, and how to get it. */
export function whySkipped(name: EngineName): string {
  const { packages } = engines[name]
  return `not on this machine, and not installed: it comes with Debian’s ${packages.join(' and ')}`
}
