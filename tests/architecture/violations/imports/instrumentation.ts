// @ts-nocheck: the instrumentation paints
import { Banner } from '@/components/ui/banner'

export const register = () => Banner
