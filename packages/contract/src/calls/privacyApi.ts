import {
  ContactReadersResponse,
  CreateDataRequestRequest,
  CreateDataRequestResponse,
  MyDataRequest,
  PrivacyResponse,
  RecordReadsRequest,
  RecordReadsResponse,
  SetConsentRequest,
} from '../privacy.ts'
import { Confirmation, NoRequest } from '../values/primitives.ts'
import { ADDITION, type Call, get, post } from './call.ts'

/** The calls of Configuraciones › Privacidad, which the app loads with that screen. */
export const privacyApi = {
  getPrivacy: get(ADDITION, '/privacy', NoRequest, PrivacyResponse),
  setConsent: post(
    { ...ADDITION, hourlyLimits: [{ name: 'consents', per: 'parent', max: 120 }] },
    '/privacy/consents',
    SetConsentRequest,
    Confirmation,
  ),
  getContactReaders: get(ADDITION, '/privacy/readers', NoRequest, ContactReadersResponse),
  getRecordReads: get(ADDITION, '/privacy/reads', RecordReadsRequest, RecordReadsResponse),
  getMyData: get(
    {
      ...ADDITION,
      hourlyLimits: [{ name: 'own data', per: 'parent', max: 20 }],
      isDownload: true,
      audit: 'data_read',
    },
    '/privacy/data/:format',
    MyDataRequest,
    'file',
  ),
  createDataRequest: post(
    { ...ADDITION, hourlyLimits: [{ name: 'data requests', per: 'parent', max: 20 }] },
    '/privacy/requests',
    CreateDataRequestRequest,
    CreateDataRequestResponse,
  ),
} satisfies Record<string, Call>
