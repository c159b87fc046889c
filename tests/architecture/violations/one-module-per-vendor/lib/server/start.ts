// @ts-nocheck: writes to pino beside the log
import 'server-only'
import { pino } from 'pino'

export const logger = pino()
