// @ts-nocheck: the instrumentation paints
import { Banner } from '@/components/banner'

export const register = () => Banner
