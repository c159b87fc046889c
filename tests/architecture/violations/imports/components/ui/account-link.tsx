// @ts-nocheck: a component imports a page, if only its type
import type { Account } from '@/app/app/page'

export type AccountLink = Account
