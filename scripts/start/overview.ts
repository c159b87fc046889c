/** What the person is told once everything runs. */
import { demoAccount, hasDemoAccount } from './demo-account'
import type { Plan } from './plan'

export async function describeRunning({ site, emulator, dataFolder, warning }: Plan): Promise<string> {
  const lines = [['Site', site.isPublic ? `${site.url.origin}, on all interfaces` : site.url.origin]]
  if (emulator && (await hasDemoAccount(emulator))) {
    lines.push(['Demo account', `${demoAccount.email}, password ${demoAccount.password}`])
  }
  if (emulator) {
    lines.push(['Sign-in', `Auth emulator at ${emulator.url.origin}: accounts for this machine only`])
    lines.push(['Mails', 'are not sent; their links appear here'])
    lines.push(['Data', dataFolder])
  }
  lines.push(['Stop', 'Ctrl-C'])
  const table = lines.map(([name = '', value]) => `  ${name.padEnd(14)}${value}`).join('\n')
  return ['', 'Foyer is running.', '', table, ...(warning ? ['', warning] : []), ''].join('\n')
}
