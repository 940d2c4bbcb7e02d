package dev.assay.driver.client;

import dev.assay.model.spec.Redactor;
import dev.assay.model.spec.SecretNames;

/** Keeps secrets out of settings that are read back, including those that the vendor does not mark as secret. */
public final class Masking {
    public static final String HIDDEN = Redactor.MASK;

    private Masking() {}

    /**
     * Returns a setting's value with the secrets of its URIs masked, or {@link #HIDDEN} where its name says that it is a secret;
     * an empty value stays empty.
     */
    public static String shown(String name, String value) {
        return SecretNames.isSecret(name) && !value.isEmpty() ? HIDDEN : Redactor.maskedUris(value);
    }
}
