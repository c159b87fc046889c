// @ts-nocheck: verifies tokens beside the cell of jose
import { jwtVerify } from 'jose'

export const verify = jwtVerify
