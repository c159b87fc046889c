// @ts-nocheck: opens the database behind its back
import { Client } from 'pg'
import { PGlite } from '@electric-sql/pglite'

export const doors = [Client, PGlite]
