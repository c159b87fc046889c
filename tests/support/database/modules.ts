/** What test processes call of the database, as one object. */
export * from '@/lib/server/database/accounts'
export * from '@/lib/server/database/connection'
export * from '@/lib/server/database/errors'
export * from '@/lib/server/database/ids'
export * from '@/lib/server/database/lock'
export * from '@/lib/server/database/new-session'
export * from '@/lib/server/database/sessions'
