package dev.assay.run;

import dev.assay.model.spec.Redactor;
import dev.assay.scenario.YamlRedactor;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

/** What this process knows to be secret: no message has it, whoever wrote that. Grows as scenarios and tokens are read. */
public final class ProcessRedactor {
    private static final AtomicReference<Redactor> KNOWN = new AtomicReference<>(Redactor.NONE);

    private ProcessRedactor() {}

    /** Those of a scenario and of options that change it; known from before either is understood. */
    public static void ofScenario(String text, Collection<String> options) {
        add(YamlRedactor.of(text).known());
        ofOptions(options);
    }

    /** Those of options. */
    public static void ofOptions(Collection<String> options) {
        options.forEach(option -> add(YamlRedactor.ofOption(option).known()));
    }

    /** Those of settings, by their names and in URIs. */
    public static void ofSettings(Map<String, String> settings) {
        add(Redactor.of(settings));
    }

    /** What the URIs in these texts have, such as passwords of users. */
    public static void ofUris(Collection<String> texts) {
        texts.forEach(text -> add(Redactor.of(Map.of("", text))));
    }

    /** A token. */
    public static void token(String token) {
        add(Redactor.of(List.of(token)));
    }

    private static void add(Redactor secrets) {
        KNOWN.accumulateAndGet(secrets, Redactor::and);
    }

    /** All of them. */
    public static Redactor known() {
        return KNOWN.get();
    }
}
