// @ts-nocheck: keeps to the rules
import 'server-only'
import { writer } from './writer'

export const log = writer
