import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { detectBot } from '@/lib/errors/bots'

const chrome =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'

const opera =
  'Mozilla/5.0 (Linux armv7l) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/84.0.4147.140 Safari/537.36'
const catcher = 'OPR/46.0.2207.0 OMI/4.21.4.112.Catcher4.69'

const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'

test.each([
  ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 'crawler', 'Googlebot'],
  ['Googlebot-Image/1.0', 'crawler', 'Googlebot-Image'],
  [chrome.replace('Chrome', 'compatible; bingbot/2.0; +http://www.bing.com/) Chrome'), 'crawler', 'bingbot'],
  ['DuckDuckBot/1.1; (+http://duckduckgo.com/duckduckbot.html)', 'crawler', 'DuckDuckBot'],
  [`${chrome} Chrome-Lighthouse`, 'crawler', 'Chrome-Lighthouse'],
  ['facebookexternalhit/1.1 (+http://www.facebook.com/)', 'preview', 'facebookexternalhit'],
  ['Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)', 'preview', 'Slackbot-LinkExpanding'],
  ['TelegramBot (like TwitterBot)', 'preview', 'TelegramBot'],
  ['LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient)', 'preview', 'LinkedInBot'],
  ['WhatsApp/2.23.20.0 A', 'preview', 'WhatsApp'],
] as const)('%s is a bot: %s %s', (agent, kind, name) => {
  expect(detectBot(agent)).toEqual({ kind, name })
})

test.each([
  ['no agent', null],
  ['an empty agent', ''],
  ['a browser', chrome],
  ['an automated browser', chrome.replace('Chrome/', 'HeadlessChrome/')],
  ['curl', 'curl/8.5.0'],
  ['a library of Python', 'python-requests/2.32.0'],
  ['fetch of Node', 'node'],
  ['UptimeRobot', 'Mozilla/5.0+(compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)'],
  ['Pingdom', 'Pingdom.com_bot_version_1.4_(http://www.pingdom.com/)'],
  ['the probe of Kubernetes', 'kube-probe/1.30'],
  ['a phone called CUBOT', chrome.replace('X11; Linux x86_64', 'Linux; Android 13; CUBOT X70')],
  ['a TV with VIDAA', `${opera} ${catcher} Model/Hisense-MT9602 VIDAA/5.0(Hisense;SmartTV)`],
  [
    'a TV with HbbTV',
    `${opera} ${catcher} Model/Vestel-MB181 HbbTV/1.5.1 (+DRM;VESTEL;MB181;0.5;;_TV__2020;)`,
  ],
  ['the Google app', `${iphone} GSA/340.0 Mobile/15E148 Safari/604.1`],
  ['Facebook’s browser', `${iphone} Mobile/15E148 [FBAN/FBIOS;FBAV/490.0;FBDV/iPhone15,2]`],
])('%s counts as a person', (_, agent) => {
  expect(detectBot(agent)).toBeNull()
})

test('only the start of a very long agent counts', () => {
  expect(detectBot(`${chrome} ${'a'.repeat(600)} Googlebot/2.1`)).toBeNull()
  expect(detectBot(`Googlebot/2.1 ${'a'.repeat(100_000)}`)?.name).toBe('Googlebot')
})

test('of public lists at most 1 % of crawlers is missed, and no person caught', async ({ annotate }) => {
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

const crawlerList = v.array(
  v.object({ instances: v.array(v.string()), tags: v.optional(v.array(v.string()), []) }),
)
const browserList = v.array(v.object({ userAgent: v.string() }))

/** Public lists, updated with `npm update`. The packages don't export their data. */
function readAgents<T>(file: string, list: v.GenericSchema<unknown, T>): T {
  return v.parse(list, JSON.parse(readFileSync(`node_modules/${file}`, 'utf8')))
}
