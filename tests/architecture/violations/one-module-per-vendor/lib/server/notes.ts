// @ts-nocheck: speaks SQL beside the database, if only its types
import 'server-only'
import type { SQL } from 'drizzle-orm'

export type Query = SQL
