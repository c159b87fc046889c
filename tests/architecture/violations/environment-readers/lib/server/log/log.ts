// @ts-nocheck: reads a setting of its own
import 'server-only'

export const level = process.env.LOG_LEVEL
