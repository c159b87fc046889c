// @ts-nocheck: knows bots beside their cell
import { isbot } from 'isbot'

export const isBot = isbot
