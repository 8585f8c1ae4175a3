import type { ResponseOf } from '@apoderados/contract/calls/api'
import type { SubPeriod } from '@apoderados/contract/grades'

/** A sub-period with its averages, which are undefined until they have loaded. */
export type Period = SubPeriod & { grades: ResponseOf<'getPeriodQualifications'> | undefined }
