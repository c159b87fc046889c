import 'server-only'
import Bowser from 'bowser'

/** Browser and operating system, such as 'Firefox on Linux'. */
export function describeDevice(userAgent: string): string {
  if (userAgent === '') return 'Unknown device'
  const { browser, os } = Bowser.parse(userAgent)
  const names = [browser.name, os.name].filter((name): name is string => !!name)
  return names.length > 0 ? names.join(' on ') : 'Unknown device'
}

/** The browser and its major version, such as 'Firefox 145'; `other` if unknown, so strangers can't add values. */
export function describeBrowser(userAgent: string): string {
  if (userAgent === '') return 'other'
  const { name = '', version = '' } = Bowser.parse(userAgent).browser
  if (!Object.values(Bowser.BROWSER_MAP).includes(name)) return 'other'
  const [major] = /^\d{1,3}(?!\d)/.exec(version) ?? []
  return major ? `${name} ${major}` : name
}
