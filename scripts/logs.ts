/**
 * `npm run logs`: the errors in a log, by default those that bots met and for which no error page was shown.
 * It is run with `--optimize-for-size`: else V8 keeps 50 MB more of what is no longer needed.
 */
import { readLogs } from './logs/command'
import { errorInWords, say } from './start/terminal'

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // Whoever reads only the beginning (`| head`) has what he wanted.
  if (error.code === 'EPIPE') process.exit(0)
  say(`The answer could not be written (${error.code}).`)
  process.exit(1)
})

readLogs(process.argv.slice(2))
  .catch((error: unknown) => {
    say(errorInWords(error))
    return 1
  })
  .then((exitCode) => {
    process.exitCode = exitCode
  })
