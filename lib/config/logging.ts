/** Log level and format. */
import * as v from 'valibot'
import { logLevels } from '@/lib/log/record'
import { type Environment, setting } from './settings'

/** `gcp` adds the fields that Google Cloud reads. */
export type LogFormat = (typeof formats)[number]

const formats = ['json', 'gcp'] as const

export const logSettings = {
  LOG_LEVEL: setting(v.optional(v.picklist(logLevels, 'must be debug, info, warn or error'), 'info'), 'info'),
  LOG_FORMAT: setting(v.optional(v.picklist(formats, 'must be json or gcp')), 'gcp'),
}

/** The chosen format; by default Google's on Cloud Run, recognized by its variables. */
export function logFormat(chosen: LogFormat | undefined, environment: Environment): LogFormat {
  return chosen ?? (environment.K_SERVICE || environment.CLOUD_RUN_JOB ? 'gcp' : 'json')
}
