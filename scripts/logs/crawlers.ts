/** How operators let others verify their crawlers. */

/** By the address's name in reverse DNS, confirmed by forward DNS, or by a list of address ranges. */
export type CrawlerRule = { bots: RegExp } & ({ hosts: RegExp } | { ranges: string })

/**
 * Baidu isn't here: forward DNS doesn't confirm its names, so they prove nothing. Google's names are those of its
 * crawlers alone: any customer's machine has one in `googleusercontent.com`.
 */
export const crawlerRules: readonly CrawlerRule[] = [
  // https://developers.google.com/search/docs/crawling-indexing/verifying-googlebot
  { bots: /^(googlebot|storebot-google)/i, hosts: /\.googlebot\.com$/i },
  {
    bots: /^(adsbot-google|mediapartners-google)/i,
    hosts: /^rate-limited-proxy-[\d-]+\.google\.com$/i,
  },
  // https://blogs.bing.com/webmaster/2012/08/31/how-to-verify-that-bingbot-is-bingbot/
  { bots: /^(bingbot|adidxbot|bingpreview)/i, hosts: /\.search\.msn\.com$/i },
  // https://support.apple.com/en-us/119829
  { bots: /^applebot/i, hosts: /\.applebot\.apple\.com$/i },
  // https://yandex.com/support/webmaster/robot-workings/check-yandex-robots.html
  { bots: /^yandex/i, hosts: /\.yandex\.(ru|net|com)$/i },
  // https://webmaster.petalsearch.com/site/petalbot
  { bots: /^petalbot/i, hosts: /\.petalsearch\.com$/i },
  // https://developer.amazon.com/amazonbot
  { bots: /^amazonbot/i, hosts: /\.crawl\.amazonbot\.amazon$/i },
  // https://commoncrawl.org/faq
  { bots: /^ccbot/i, hosts: /\.crawl\.commoncrawl\.org$/i },
  // https://help.pinterest.com/en/business/article/pinterestbot
  { bots: /^pinterestbot/i, hosts: /\.(pinterest|pinterestcrawler)\.com$/i },
  // https://duckduckgo.com/duckduckgo-help-pages/results/duckduckbot
  { bots: /^duckduckbot/i, ranges: 'https://duckduckgo.com/duckduckbot.json' },
  // https://platform.openai.com/docs/bots
  { bots: /^gptbot/i, ranges: 'https://openai.com/gptbot.json' },
  { bots: /^oai-searchbot/i, ranges: 'https://openai.com/searchbot.json' },
  // https://docs.perplexity.ai/docs/resources/perplexity-crawlers
  { bots: /^perplexitybot/i, ranges: 'https://www.perplexity.com/perplexitybot.json' },
  // https://ahrefs.com/robot
  { bots: /^ahrefsbot/i, ranges: 'https://api.ahrefs.com/v3/public/crawler-ip-ranges' },
]
