/** Who is a crawler: for those no error page is shown, and errors are only logged (spec section 2). */
import { createIsbotFromList, isbotMatch, list } from 'isbot'

/** A crawler of search engines and the like, or one that makes link previews for a chat or a network. */
export type Bot = { name: string; kind: 'crawler' | 'preview' }

/**
 * The bot behind a user agent, or null for a person. The kept list `isbot` decides, less what it counts beyond
 * crawlers: HTTP libraries, remote-controlled browsers and uptime monitors are people here, as somebody reads
 * what they get. No agent at all is a person, too.
 */
export function botOf(userAgent: string | null): Bot | null {
  const agent = (userAgent ?? '').slice(0, maxAgentLength)
  if (!(isCrawler(agent) || knownBesides.test(agent)) || monitors.test(agent)) return null
  if (programs.test(agent) && !saysCrawler.test(agent)) return null
  return { name: nameOf(agent), kind: previews.test(agent) ? 'preview' : 'crawler' }
}

/**
 * The patterns that name something. The others judge an agent by its shape alone ("two words", "no brackets"): a
 * browser that says little about its owner is no crawler.
 */
const isCrawler = createIsbotFromList(list.filter(namesSomething))

function namesSomething(pattern: string): boolean {
  const letters = pattern.replace(/\\[a-z]/g, ' ').replace(/mozilla|compatible/g, ' ')
  return /[a-z]{2}/.test(letters)
}

/** Search engines and previews that the list knows by their shape only. */
const knownBesides =
  /^(viber|bluesky|tumblr|embedly|ning|daum|funnelback|github-camo|fastmailua|coccoc|ichiro|hatena)\b|gigablast|indexer|\w*search(er|x|express)?(x?web|x)?$|wesee|externalfetcher|(image|link|url) ?fetcher|favicons?$/i

/** Longer than any agent in use, and short enough for patterns to be quick. */
const maxAgentLength = 512

/** Whoever looks whether the site is up wants to see what a person sees. */
const monitors = new RegExp(
  [
    'up-?time',
    'pingdom|pingbot|statuscake|site24x7|nodeping|updown\\.io|hetrix|oh ?dear|downtime|isdown|watchmouse',
    'monitor|health-?check|kube-probe|synthetic|blackbox exporter|checkhost|catchpoint|uptrends|jetmon',
    'nagios|check_http|zabbix|prtg|datadog|new ?relic|splunk|dynatrace|sentry|bugsnag|honeybadger|elmah\\.io',
  ].join('|'),
  'i',
)

/** HTTP libraries and browsers that a program drives. */
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

/** A crawler that names the library it is made with is a crawler. */
const saysCrawler = /(?<!cu)bot\b|bot[/ _-]|crawl|spider|slurp|scrap|link ?che?c?k/i

/** Those that fetch a page because somebody has sent its address to somebody. */
const previews =
  /facebookexternalhit|facebookcatalog|facebot|meta-externalfetcher|twitterbot|slack|discord|telegram|whatsapp|linkedin|skype|pinterest|embedly|iframely|vkshare|viber|snap(chat| url preview)|mastodon|pleroma|misskey|bluesky|cardyb|redditbot|tumblr|flipboard|preview|unfurl|opengraph|synapse|matrix|zoombot|teams|signal|line-?poker|kakaotalk|bitlybot|nuzzel|quora link|outbrain|xing-content|getlinkinfo|link ?expand/i

/** What it calls itself, as far as one word goes. */
function nameOf(agent: string): string {
  const named = /[\w.+-]*(?:bot|crawler|spider|hit|preview|fetcher)[\w+-]*/i.exec(agent)?.[0]
  return (named ?? isbotMatch(agent) ?? agent).slice(0, 60)
}
