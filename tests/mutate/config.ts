/** Broken rules of the settings. */
import type { Line } from './mutation'

const configFile = 'lib/config/config.ts'

export const config: readonly Line[] = [
  ['S41', configFile, 'identity: settings,', 'identity: null,', 'config/config'],
  ['S42–S43', configFile, '!isLoopback(new URL(url).hostname)', 'false', 'config/emulator'],
  ['S44', configFile, 'analytics: tagFrom(values)', 'analytics: null', 'config/config'],
  ['S45', configFile, "defaulted('300', wholeNumber)", "defaulted('600', wholeNumber)", 'config/config'],
  ['S72', configFile, "apiKey.includes(':')", 'false', 'config/config'],
  ['S146', configFile, 'maxAgeSeconds: values.AUTH_TOKEN_MAX_AGE', 'maxAgeSeconds: 600', 'config/config'],
  ['S73', 'lib/config/settings.ts', String.raw`/^https?:\/\//`, String.raw`/^\w+:\/\//`, 'config/settings'],
  ['S107', configFile, "typeof apiKey !== 'string' || apiKey === ''", 'false', 'config/config'],
  ['S117', configFile, '!settings.authDomain && chosenProviders.length > 0', 'false', 'config/settings'],
  ['S128–S130', configFile, "!identity?.projectId.startsWith('demo-')", 'false', 'config/emulator'],
  [
    'S109–S110',
    configFile,
    "typeof projectId !== 'string' || projectId === ''",
    "projectId === ''",
    'config/settings',
  ],
]
