package dev.assay.systems.nats.driver;

import dev.assay.model.setting.SettingGroup;
import dev.assay.model.setting.SettingNames;
import dev.assay.systems.nats.JetStreamSettings;
import io.nats.client.Options;
import java.lang.reflect.Field;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

final class NatsClientNames {
    private static final String PROPERTY = "PROP_";

    private NatsClientNames() {}

    static Map<SettingGroup, SettingNames> known() {
        Map<SettingGroup, SettingNames> known = new EnumMap<>(SettingGroup.class);
        known.putAll(JetStreamSettings.known());
        known.put(SettingGroup.CLIENT, SettingNames.of("this client", connections()));
        return known;
    }

    /** Returns the settings of connections: the client has a constant for each property that it reads. */
    static Set<String> connections() {
        Set<String> names = new TreeSet<>();
        for (Field field : Options.class.getFields()) {
            if (field.getName().startsWith(PROPERTY) && field.getType() == String.class) {
                names.add(constant(field));
            }
        }
        return names;
    }

    private static String constant(Field field) {
        try {
            return String.valueOf(field.get(null));
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(field + " is public, but can't be read", e);
        }
    }
}
