package dev.assay.scenario;

import dev.assay.model.spec.Redactor;

@FunctionalInterface
public interface SecretValues {
    /** Returns {@value Redactor#MASK} for each secret, for use where nothing is run. */
    SecretValues UNREAD = _ -> Redactor.MASK;

    /**
     * Returns the secret itself.
     *
     * @throws IllegalArgumentException when it can't be read, or is empty; the message says why
     */
    String of(SecretReference reference);
}
