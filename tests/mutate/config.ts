/** Broken rules of the settings. */
import type { Line } from './mutation'

const configFile = 'lib/config/config.ts'
const identity = 'lib/config/identity.ts'

export const config: readonly Line[] = [
  ['S41', configFile, 'identity: settings,', 'identity: null,', 'config/config'],
  ['S42–S43', configFile, '!isLoopback(new URL(url).hostname)', 'false', 'config/emulator'],
  ['S44', configFile, 'analytics: tagFrom(values)', 'analytics: null', 'config/config'],
  ['S45', configFile, "v.optional(wholeNumber, '300')", "v.optional(wholeNumber, '600')", 'config/config'],
  ['S72', identity, "apiKey.includes(':')", 'false', 'config/config'],
  ['S146', configFile, 'maxAgeSeconds: values.AUTH_TOKEN_MAX_AGE', 'maxAgeSeconds: 600', 'config/config'],
  ['S73', 'lib/config/settings.ts', String.raw`/^https?:\/\//`, String.raw`/^\w+:\/\//`, 'config/settings'],
  ['S107', identity, "typeof apiKey !== 'string' || apiKey === ''", 'false', 'config/config'],
  ['S117', configFile, '!settings.authDomain && chosenProviders.length > 0', 'false', 'config/settings'],
  ['S128–S130', configFile, "!identity?.projectId.startsWith('demo-')", 'false', 'config/emulator'],
  [
    'S109–S110',
    identity,
    "typeof projectId !== 'string' || projectId === ''",
    "projectId === ''",
    'config/settings',
  ],
]
