/** Detects crawlers, which get no error page: their errors are only logged (S25). */
import { isbot, isbotMatch } from 'isbot'

/** A search engine's crawler, or one that fetches link previews for chats and social networks. */
export type Bot = { name: string; kind: 'crawler' | 'preview' }

/**
 * The bot behind a user agent; null for a person. Uses `isbot`'s list without HTTP libraries, automated browsers and uptime
 * monitors, whose responses somebody reads. A missing user agent counts as a person.
 */
export function detectBot(userAgent: string | null): Bot | null {
  const agent = (userAgent ?? '').slice(0, maxAgentLength).replace(television, '')
  if (!isbot(agent) || monitors.test(agent)) return null
  if (programs.test(agent) && !claimsCrawler.test(agent)) return null
  return { name: botName(agent), kind: previews.test(agent) ? 'preview' : 'crawler' }
}

/** How Opera's browser names a TV, which may sound like a bot: `OMI/4.21.4.112.Catcher4.69 Model/Vestel-MB181`. */
const television = /\bOMI\/.*/

/** Longer than any real user agent, and short enough to match quickly. */
export const maxAgentLength = 512

/** Uptime monitors, which must see what a person sees. */
const monitors = new RegExp(
  [
    'up-?time',
    'pingdom|pingbot|statuscake|site24x7|nodeping|updown\\.io|hetrix|oh ?dear|downtime|isdown|watchmouse',
    'monitor|health-?check|kube-probe|synthetic|blackbox exporter|checkhost|catchpoint|uptrends|jetmon',
    'nagios|check_http|zabbix|prtg|datadog|new ?relic|splunk|dynatrace|sentry|bugsnag|honeybadger|elmah\\.io',
  ].join('|'),
  'i',
)

/** HTTP libraries and automated browsers. */
const programs = new RegExp(
  [
    '^(curl|wget|httpie|xh|postman|insomnia|bruno|k6|ab|wrk|hey|vegeta)\\b',
    '^(axios|got|node-fetch|node|undici|superagent|needle|deno|bun|okhttp|dart|ruby|perl|php|java|lua|rust)\\b',
    'headlesschrome|phantomjs|playwright|puppeteer|selenium|webdriver|cypress|splash version',
    'python|aiohttp|httpx|go-http-client|apache-httpclient|httpurlconnection|jakarta|jersey|jetty|ahc/|asynchttpclient',
    'libwww|lwp|guzzle|faraday|mechanize|reqwest|hyper/|pcore-http|anyevent-http|httpunit|http_get|restsharp|winhttp|curl',
    'btwebclient|httpclient|apachebench|powershell',
  ].join('|'),
  'i',
)

/** Crawlers that also name their HTTP library. */
const claimsCrawler = /(?<!cu)bot\b|bot[/ _-]|crawl|spider|slurp|scrap|link ?che?c?k/i

/** Crawlers that fetch a page because someone shared its URL. */
const previews =
  /facebookexternalhit|facebookcatalog|facebot|meta-externalfetcher|twitterbot|slack|discord|telegram|whatsapp|linkedin|skype|pinterest|embedly|iframely|vkshare|viber|snap(chat| url preview)|mastodon|pleroma|misskey|bluesky|cardyb|redditbot|tumblr|flipboard|preview|unfurl|opengraph|synapse|matrix|zoombot|teams|signal|line-?poker|kakaotalk|bitlybot|nuzzel|quora link|outbrain|xing-content|getlinkinfo|link ?expand/i

/** The bot's own name, or what matched. */
function botName(agent: string): string {
  const named = /[\w.+-]*(?:bot|crawler|spider|hit|preview|fetcher)[\w+-]*/i.exec(agent)?.[0]
  return (named ?? isbotMatch(agent) ?? agent).slice(0, 60)
}
