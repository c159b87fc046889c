// @ts-nocheck: keeps to the rules
import 'server-only'
import { rows } from './database/rows'

export const database = rows
