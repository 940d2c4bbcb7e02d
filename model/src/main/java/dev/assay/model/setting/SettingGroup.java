package dev.assay.model.setting;

import dev.assay.model.spec.KeyPath;
import dev.assay.model.spec.VendorSettings;
import java.util.Locale;
import java.util.Map;

/** Lists the groups that a scenario sorts a vendor's settings into, as {@link VendorSettings} has them. */
public enum SettingGroup {
    CLIENT,
    PRODUCER,
    CONSUMER,
    TOPIC,
    BROKER;

    public Map<String, String> of(VendorSettings settings) {
        return switch (this) {
            case CLIENT -> settings.client();
            case PRODUCER -> settings.producer();
            case CONSUMER -> settings.consumer();
            case TOPIC -> settings.topic();
            case BROKER -> settings.broker();
        };
    }

    /** Returns where the settings of a system stand in a scenario, such as {@code settings.SYSTEM.producer}. */
    public KeyPath path(String system) {
        return KeyPath.TOP.to("settings").to(system).to(toString());
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
