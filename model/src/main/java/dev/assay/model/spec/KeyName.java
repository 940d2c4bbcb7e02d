package dev.assay.model.spec;

import java.lang.reflect.RecordComponent;
import java.util.Locale;

public final class KeyName {
    private KeyName() {}

    /** Returns the name of the key that a record component stands for: as its {@link Key} says, or its own in kebab case. */
    public static String of(RecordComponent component) {
        Key key = component.getAnnotation(Key.class);
        return key == null || key.name().isEmpty()
                ? component.getName().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT)
                : key.name();
    }
}
