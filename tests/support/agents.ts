/** User agents that visit failing pages. */
export const agents = {
  person:
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  Googlebot:
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Googlebot/2.1; +http://www.google.com/bot.html) Chrome/140.0.0.0 Safari/537.36',
  'Slack preview': 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
  AhrefsBot: 'Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)',
  'empty agent': '',
} as const
export type Agent = keyof typeof agents
export const bots: readonly Agent[] = ['Googlebot', 'Slack preview', 'AhrefsBot']
/** One that Next recognizes and one that only we do: each hides the error page from its own. */
export const drawnBots: readonly Agent[] = ['Googlebot', 'AhrefsBot']
