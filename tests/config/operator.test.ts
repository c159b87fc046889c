import { expect, test } from 'vitest'
import { parseServerConfig } from '@/lib/server/config'

const operatorOf = (environment: Record<string, string>) => {
  const { config, problems } = parseServerConfig(environment)
  expect(problems).toEqual([])
  return config.public.operator
}

test('nothing is said of the people who run the site unless they say it', () => {
  expect(operatorOf({})).toEqual({
    name: null,
    address: null,
    governingLaw: null,
    contactEmail: null,
    logDays: null,
    backupDays: null,
  })
})

test('what they say is public, without the blanks around it', () => {
  const operator = operatorOf({
    OPERATOR_NAME: ' Exámple & Søns Ltd ',
    OPERATOR_ADDRESS: '1 Example Street, Exampletown',
    GOVERNING_LAW: 'England and Wales',
    CONTACT_EMAIL: 'hello@example.com',
    LOG_RETENTION_DAYS: '14',
    BACKUP_RETENTION_DAYS: '3650',
  })
  expect(operator).toEqual({
    name: 'Exámple & Søns Ltd',
    address: '1 Example Street, Exampletown',
    governingLaw: 'England and Wales',
    contactEmail: 'hello@example.com',
    logDays: 14,
    backupDays: 3650,
  })
})
