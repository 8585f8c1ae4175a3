import type { ResponseOf } from '@apoderados/contract/calls/api'
import type { SubPeriod } from '@apoderados/contract/grades'

/** A sub-period; `grades` has the averages, and is undefined until they have loaded. */
export type Period = SubPeriod & { grades: ResponseOf<'getPeriodQualifications'> | undefined }
