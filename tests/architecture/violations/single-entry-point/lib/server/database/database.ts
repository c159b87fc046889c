// @ts-nocheck: keeps to the rules
import 'server-only'
import { rows } from './rows'

export const database = rows
