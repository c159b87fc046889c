import { expect, test, vi } from 'vitest'
import { describeFindings, warning } from '@/scripts/doctor/finding'
import { say } from '@/scripts/start/terminal'

test('nothing that a command prints controls the terminal', () => {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  say('a file \u001b[31mred\u202e\nand a line\r')
  const printed = write.mock.calls.join('')
  write.mockRestore()
  expect(printed).toBe('a file \\u001b[31mred\\u202e\nand a line\\u000d\n')
  const finding = { subject: 'Auth domain', ...warning('a\u001b[2Jb') }
  expect(describeFindings([finding])).toContain('warning  Auth domain: a\\u001b[2Jb\n')
})
