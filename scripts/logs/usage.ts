/** The options of `npm run logs`, and its `--help`. */

export const options = {
  people: { type: 'boolean' },
  all: { type: 'boolean' },
  since: { type: 'string' },
  until: { type: 'string' },
  bot: { type: 'string', multiple: true },
  status: { type: 'string', multiple: true },
  path: { type: 'string', multiple: true },
  sort: { type: 'string' },
  limit: { type: 'string' },
  every: { type: 'string' },
  reference: { type: 'string' },
  ways: { type: 'boolean' },
  verify: { type: 'boolean' },
  dns: { type: 'string' },
  json: { type: 'boolean' },
  follow: { type: 'boolean' },
  review: { type: 'boolean' },
  html: { type: 'string' },
  state: { type: 'string' },
  'fail-on': { type: 'string', multiple: true },
  ignore: { type: 'string' },
  reason: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const

export const usage = `Usage: npm run logs -- [options] [FILE …]
       … | npm run -s logs -- [options]

Shows the errors in Foyer's log: by default those of bots, which got no error page.
A log may be compressed with gzip, and of any length. Without a file the standard input is read.
Lines may be wrapped by Docker, Compose, Kubernetes, systemd or Google Cloud. JSON arrays aren't read.

Which errors
  --people             those of people
  --all                those of bots and people, and those outside of requests
  --since, --until T   from T on, and before T: 2026-11-21, 2026-11-21T15:00 (UTC), or a time ago (2h, 7d)
  --bot TEXT           of bots with the text in their name
  --status N           404, 5xx, or several: 404,5xx
  --path TEXT          of paths or routes with the text
  --reference R        the one with this reference, in full

Sign-ins instead of errors
  --ways               begun, finished and abandoned: by method, cause and browser

How they are shown
  --sort S             count (default), last, first, status, path, bot
  --limit N            at most N lines in a table (default 50)
  --every SPAN         a bar for every 10m, 1h or 1d, instead of the table
  --verify             whether crawlers are what they claim, by DNS and their operators' lists
  --dns ADDRESS        another DNS server than this machine's
  --json               everything as one JSON document
  --follow             each new group as it appears, until Ctrl+C: one file, or the standard input
  --help               this text

The review: what is new, growing and gone, and broken links
  --review             since the last one, or --since, until now, or --until; without both the last 7 days
  --state FILE         remembers errors and the time of the last review; created if missing
  --html FILE          also as a page
  --fail-on new-5xx    exits with 4 if an error is new: status 500 or above, or outside of requests
  --ignore FINGERPRINT --reason TEXT --state FILE
                       no longer counts this error, and lists it with the reason

Exit codes
  0  all was read and understood
  1  a log was not read to its end or is a JSON array, the reference was not found, or a file not written
  2  the arguments are wrong
  3  there were lines that were not understood, or no lines: "0 errors" is then no all-clear
  4  --fail-on has found something`
