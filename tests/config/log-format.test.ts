import { expect, test } from 'vitest'
import { parseSiteConfig } from '@/lib/config/config'

type Environment = Record<string, string>

test.each<[Environment, string]>([
  [{}, 'json'],
  [{ K_SERVICE: 'foyer' }, 'gcp'],
  [{ CLOUD_RUN_JOB: 'backup' }, 'gcp'],
  [{ K_SERVICE: '' }, 'json'],
  [{ K_SERVICE: 'foyer', LOG_FORMAT: 'json' }, 'json'],
  [{ LOG_FORMAT: 'gcp' }, 'gcp'],
])('the log of %j has the format %s', (environment, format) => {
  expect(parseSiteConfig(environment).config.logFormat).toBe(format)
})

const FIREBASE_WEBAPP_CONFIG = '{"apiKey":"AIzaExample","projectId":"my-project"}'

test.each<[Environment, string | null]>([
  [{}, null],
  [{ FIREBASE_WEBAPP_CONFIG }, 'my-project'],
  [{ FIREBASE_WEBAPP_CONFIG, GOOGLE_CLOUD_PROJECT: '' }, 'my-project'],
  [{ FIREBASE_WEBAPP_CONFIG, GOOGLE_CLOUD_PROJECT: 'other' }, 'other'],
])('the traces of %j belong to the project %s', (environment, project) => {
  expect(parseSiteConfig(environment).config.googleProject).toBe(project)
})
