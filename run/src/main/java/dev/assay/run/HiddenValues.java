package dev.assay.run;

import dev.assay.model.spec.KnownSecrets;
import dev.assay.scenario.SecretPlaces;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/** What this process knows to be secret: no message has it, whoever wrote that. Grows as scenarios and tokens are read. */
public final class HiddenValues {
    private static final AtomicReference<KnownSecrets> KNOWN = new AtomicReference<>(KnownSecrets.NONE);

    private HiddenValues() {}

    /** Those of a scenario and of options that change it; known from before either is understood. */
    public static void ofScenario(String text, Collection<String> options) {
        add(SecretPlaces.of(text).known());
        ofOptions(options);
    }

    /** Those of options. */
    public static void ofOptions(Collection<String> options) {
        options.forEach(option -> add(SecretPlaces.ofOption(option).known()));
    }

    /** A token. */
    public static void token(String token) {
        add(KnownSecrets.of(List.of(token)));
    }

    private static void add(KnownSecrets secrets) {
        KNOWN.accumulateAndGet(secrets, KnownSecrets::and);
    }

    /** All of them. */
    public static KnownSecrets known() {
        return KNOWN.get();
    }
}
