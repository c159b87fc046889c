/** The engines of the browsers that people have, and the programs that run them here. */
import { findBrowser } from '../support/browser'
import { type Environment, installPackages, isExecutable, onSearchPath, runs } from '../support/programs'

export const engines = {
  chromium: { title: 'Chromium', find: () => findBrowser(), packages: [] },
  firefox: { title: 'Firefox', find: () => findFirefox(), packages: ['firefox-esr'] },
  webkit: { title: 'WebKit', find: () => findWebKit(), packages: ['webkit2gtk-driver', 'xvfb'] },
} as const

export type EngineName = keyof typeof engines

export const engineNames = Object.keys(engines) as EngineName[]

/** Those that can run on this machine. */
export const availableEngines = () => engineNames.filter((name) => engines[name].find() !== null)

/** Firefox: `FOYER_FIREFOX`, or that of this machine; null if there is none. An error if the one given does not run. */
export function findFirefox(environment: Environment = process.env): string | null {
  const given = environment.FOYER_FIREFOX
  if (given && !runs(given)) throw new Error(`FOYER_FIREFOX is ${given}, which does not run as a browser.`)
  const mac = '/Applications/Firefox.app/Contents/MacOS/firefox'
  return given || ([...onSearchPath(['firefox', 'firefox-esr'], environment), mac].find(runs) ?? null)
}

/** The driver of WebKitGTK, which has the engine of Safari, where a display can be had for its windows; else null. */
export function findWebKit(environment: Environment = process.env): string | null {
  const driver = onSearchPath(['WebKitWebDriver'], environment).find(isExecutable)
  return driver && findDisplay(environment) ? driver : null
}

/** The program whose windows nobody sees; null if it is not there. */
export function findDisplay(environment: Environment = process.env): string | null {
  return onSearchPath(['Xvfb'], environment).find(isExecutable) ?? null
}

/** The engine's program, installed if it must be and may be; null if it can't be had. */
export function installEngine(name: EngineName): string | null {
  const { find, packages } = engines[name]
  return find() ?? (packages.length > 0 && installPackages(...packages) ? find() : null)
}

/** Why an engine is skipped, and what would help. */
export function whySkipped(name: EngineName): string {
  const { packages } = engines[name]
  return `not on this machine, and not installed: it comes with Debian’s ${packages.join(' and ')}`
}
