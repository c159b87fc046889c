import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { accountStore, recoverAccounts } from '../../scripts/start/accounts'

/** What a crash can leave of an exchange of the accounts, in the order in which it happens. */
const cuts = [
  { moment: 'before any export', left: [], recovered: null },
  { moment: 'during the first export', left: ['accounts-fresh'], recovered: null },
  { moment: 'during an export', left: ['accounts', 'accounts-fresh'], recovered: 'accounts' },
  {
    moment: 'between the two renames',
    left: ['accounts-previous', 'accounts-fresh'],
    recovered: 'accounts-previous',
  },
  { moment: 'before the clearing up', left: ['accounts', 'accounts-previous'], recovered: 'accounts' },
]

for (const { moment, left, recovered } of cuts) {
  test(`a crash ${moment} leaves accounts that are whole`, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'foyer-accounts-'))
    for (const name of left) {
      await mkdir(join(folder, name))
      await writeFile(join(folder, name, 'origin'), name)
    }
    const store = accountStore(folder)
    await recoverAccounts(store)
    expect(await readdir(folder)).toEqual(recovered ? ['accounts'] : [])
    expect(existsSync(store.kept) ? await readFile(join(store.kept, 'origin'), 'utf8') : null).toBe(recovered)
    await rm(folder, { recursive: true })
  })
}
