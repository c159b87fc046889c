/** How the operators of crawlers say that one can tell theirs. */

/** By what reverse DNS calls the address and forward DNS confirms, or by a list of address ranges. */
export type CrawlerRule = { bots: RegExp; source: string } & ({ hosts: RegExp } | { ranges: string })

/**
 * Those that publish a way. Baidu isn't here: its names aren't confirmed by forward DNS, so they prove nothing. Of Google's,
 * only names that belong to its crawlers, as `googleusercontent.com` is what anybody's machine there is called.
 */
export const crawlerRules: readonly CrawlerRule[] = [
  {
    bots: /^(googlebot|storebot-google)/i,
    hosts: /\.googlebot\.com$/i,
    source: 'https://developers.google.com/search/docs/crawling-indexing/verifying-googlebot',
  },
  {
    bots: /^(adsbot-google|mediapartners-google)/i,
    hosts: /^rate-limited-proxy-[\d-]+\.google\.com$/i,
    source: 'https://developers.google.com/search/docs/crawling-indexing/verifying-googlebot',
  },
  {
    bots: /^(bingbot|adidxbot|bingpreview)/i,
    hosts: /\.search\.msn\.com$/i,
    source: 'https://blogs.bing.com/webmaster/2012/08/31/how-to-verify-that-bingbot-is-bingbot/',
  },
  {
    bots: /^applebot/i,
    hosts: /\.applebot\.apple\.com$/i,
    source: 'https://support.apple.com/en-us/119829',
  },
  {
    bots: /^yandex/i,
    hosts: /\.yandex\.(ru|net|com)$/i,
    source: 'https://yandex.com/support/webmaster/robot-workings/check-yandex-robots.html',
  },
  {
    bots: /^petalbot/i,
    hosts: /\.petalsearch\.com$/i,
    source: 'https://webmaster.petalsearch.com/site/petalbot',
  },
  {
    bots: /^amazonbot/i,
    hosts: /\.crawl\.amazonbot\.amazon$/i,
    source: 'https://developer.amazon.com/amazonbot',
  },
  { bots: /^ccbot/i, hosts: /\.crawl\.commoncrawl\.org$/i, source: 'https://commoncrawl.org/faq' },
  {
    bots: /^pinterestbot/i,
    hosts: /\.(pinterest|pinterestcrawler)\.com$/i,
    source: 'https://help.pinterest.com/en/business/article/pinterestbot',
  },
  {
    bots: /^duckduckbot/i,
    ranges: 'https://duckduckgo.com/duckduckbot.json',
    source: 'https://duckduckgo.com/duckduckgo-help-pages/results/duckduckbot',
  },
  {
    bots: /^gptbot/i,
    ranges: 'https://openai.com/gptbot.json',
    source: 'https://platform.openai.com/docs/bots',
  },
  {
    bots: /^oai-searchbot/i,
    ranges: 'https://openai.com/searchbot.json',
    source: 'https://platform.openai.com/docs/bots',
  },
  {
    bots: /^perplexitybot/i,
    ranges: 'https://www.perplexity.com/perplexitybot.json',
    source: 'https://docs.perplexity.ai/docs/resources/perplexity-crawlers',
  },
  {
    bots: /^ahrefsbot/i,
    ranges: 'https://api.ahrefs.com/v3/public/crawler-ip-ranges',
    source: 'https://ahrefs.com/robot',
  },
]
