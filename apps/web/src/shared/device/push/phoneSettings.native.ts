import { AndroidSettings, IOSSettings, NativeSettings } from 'capacitor-native-settings'

const settingsPages = {
  permissions: { optionAndroid: AndroidSettings.ApplicationDetails, optionIOS: IOSSettings.App },
  notifications: { optionAndroid: AndroidSettings.AppNotification, optionIOS: IOSSettings.AppNotification },
}

export async function openPhoneSettings(page: keyof typeof settingsPages): Promise<void> {
  await NativeSettings.open(settingsPages[page])
}
