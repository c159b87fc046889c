// @ts-nocheck: takes the environment from the module
import { env } from 'node:process'

export const port = env.PORT
