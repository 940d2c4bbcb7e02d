package dev.assay.driver.client;

import dev.assay.model.spec.Redactor;
import dev.assay.model.spec.SecretNames;

/** Keeps secrets out of what is read back, those that the vendor does not mark as secret among them. */
public final class Masking {
    /** What stands in place of a secret. */
    public static final String HIDDEN = Redactor.MASK;

    private Masking() {}

    /** A setting's value, or that it is hidden where its name says that it is a secret; nothing stays nothing. */
    public static String shown(String name, String value) {
        return SecretNames.isSecret(name) && !value.isEmpty() ? HIDDEN : Redactor.maskedUris(value);
    }
}
