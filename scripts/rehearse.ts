/** `npm run rehearse`: tries in an empty project what we believe of Google, and deletes the users that this makes. */
import { facts } from './rehearse/facts'
import { openProject } from './rehearse/project'
import { loadEnvFiles } from './start/env-files'
import { describeStartError, printableLines, say, startProblem } from './start/terminal'

/** Prints each fact's result with its time. Fails without consent, and where there are users. */
async function main(): Promise<void> {
  const [consent, option, mailbox] = process.argv.slice(2)
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stop.abort())
  loadEnvFiles()
  const project = openProject(stop.signal, option === '--mailbox' ? mailbox : undefined)
  say(`This tries ${Object.keys(facts).length} facts in the project ${project.name}, if it has no users: it makes some, with addresses at
example.com, which are nobody's, or yours, and deletes them. It changes no settings.`)
  if (consent !== '--yes') throw startProblem('Usage: npm run rehearse -- --yes [--mailbox ADDRESS]')
  if ((await project.users()).length > 0) throw startProblem('The project has users. Take an empty one.')
  try {
    for (const [claim, isTrue] of Object.entries(facts)) {
      const result = await isTrue(project).then((is) => (is ? 'true' : 'untrue'), reasonOf)
      if (stop.signal.aborted) throw startProblem('Stopped.')
      await project.clean()
      process.stdout.write(printableLines(`${new Date().toISOString()} | ${claim} | ${result}\n`))
    }
  } finally {
    await project.clean()
  }
}

const reasonOf = (error: unknown) => `not tried: ${error instanceof Error ? error.message : ''}`

main().catch((error: unknown) => {
  say(describeStartError(error))
  process.exitCode = 1
})
