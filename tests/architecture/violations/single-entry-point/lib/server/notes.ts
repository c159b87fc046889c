// @ts-nocheck: goes behind the face of a cell
import 'server-only'
import { rows } from './database/rows'

export const notes = rows
