package dev.assay.scenario;

import dev.assay.model.spec.Redactor;

/** Reads the secrets that a scenario names. */
@FunctionalInterface
public interface SecretValues {
    /** Where nothing is run, no secret is read: {@value Redactor#MASK} stands for each. */
    SecretValues UNREAD = _ -> Redactor.MASK;

    /**
     * The secret itself.
     *
     * @throws IllegalArgumentException when it can't be read, or is empty; the message says why
     */
    String of(SecretReference reference);
}
