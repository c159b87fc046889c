// @ts-nocheck: speaks to firebase-admin beside its cell
import 'server-only'
import { getAuth } from 'firebase-admin/auth'

export const auth = getAuth
