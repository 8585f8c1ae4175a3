package cl.apoderados.app;

import android.os.Bundle;
import androidx.activity.EdgeToEdge;
import com.getcapacitor.BridgeActivity;

public class MainActivity extends BridgeActivity {

    @Override
    protected void onCreate(Bundle savedInstanceState) {
        // Android 15 draws under the system bars anyway; this makes older versions alike.
        EdgeToEdge.enable(this);
        super.onCreate(savedInstanceState);
        // Capacitor's own errorPath would say it on iOS, too, at every load that is broken off.
        if (bridge != null && !bridge.isMinimumWebViewInstalled()) {
            bridge.getWebView().loadUrl(bridge.getLocalUrl() + "/sin-webview.html");
        }
    }
}
