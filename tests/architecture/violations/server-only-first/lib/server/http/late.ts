// @ts-nocheck: has its mark too late
import { log } from '../log/log'
import 'server-only'

export const late = log
