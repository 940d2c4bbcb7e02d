package dev.assay.run.secret;

import dev.assay.model.spec.Redactor;
import dev.assay.model.spec.TrialSpec;
import dev.assay.scenario.TrialText;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

/** What this process knows to be secret: no message has it, whoever wrote that. Grows as secrets and tokens are read. */
public final class ProcessRedactor {
    private static final AtomicReference<Redactor> KNOWN = new AtomicReference<>(Redactor.NONE);

    private ProcessRedactor() {}

    /** Those of settings, by their names and in URIs. */
    public static void ofSettings(Map<String, String> settings) {
        add(Redactor.of(settings));
    }

    /** What the URIs in these texts have, such as passwords of users. */
    public static void ofUris(Collection<String> texts) {
        texts.forEach(text -> add(Redactor.of(Map.of("", text))));
    }

    /** A token, or a secret that a scenario names. */
    public static void token(String token) {
        add(Redactor.of(List.of(token)));
    }

    private static void add(Redactor secrets) {
        KNOWN.accumulateAndGet(secrets, Redactor::and);
    }

    /** All keys of a trial, without what is secret: by its name, in a URI, or as one that is known. */
    public static Map<String, String> keys(TrialSpec spec) {
        Map<String, String> keys = Redactor.NONE.masked(TrialText.keys(spec));
        List<String> secrets = known().values();
        keys.replaceAll((_, value) -> secrets.contains(value.strip()) ? Redactor.MASK : value);
        return keys;
    }

    /** All of them. */
    public static Redactor known() {
        return KNOWN.get();
    }
}
