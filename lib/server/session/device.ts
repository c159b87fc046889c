import 'server-only'
import Bowser from 'bowser'

/** Browser and operating system, such as 'Firefox on Linux'. */
export function describeDevice(userAgent: string): string {
  if (userAgent === '') return 'Unknown device'
  const { browser, os } = Bowser.parse(userAgent)
  const names = [browser.name, os.name].filter((name): name is string => !!name)
  return names.length > 0 ? names.join(' on ') : 'Unknown device'
}
