/**
 * `npm run logs`: says what a log tells of people, bots and the site, and finds its errors. Runs with
 * `--optimize-for-size`, or V8 would hold on to 50 MB of garbage.
 */
import { readLogs } from './logs/command'
import { describeStartError, say } from './start/terminal'

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // The reader closed it early, as `| head` does.
  if (error.code === 'EPIPE') process.exit(0)
  say(`The answer could not be written (${error.code}).`)
  process.exit(1)
})

readLogs(process.argv.slice(2))
  .catch((error: unknown) => {
    say(describeStartError(error))
    return 1
  })
  .then((exitCode) => {
    process.exitCode = exitCode
  })
