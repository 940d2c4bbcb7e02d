package dev.assay.run.secret;

import dev.assay.model.spec.Redactor;
import dev.assay.model.spec.TrialSpec;
import dev.assay.scenario.TrialText;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

/** Collects the secrets that this process knows, as secrets and tokens are read, so that no message has them, whoever wrote it. */
public final class ProcessRedactor {
    private static final AtomicReference<Redactor> KNOWN = new AtomicReference<>(Redactor.NONE);

    private ProcessRedactor() {}

    /** Adds secrets of settings, by their names and in URIs. */
    public static void ofSettings(Map<String, String> settings) {
        add(Redactor.of(settings));
    }

    /** Adds secrets in the URIs of these texts, such as passwords of users. */
    public static void ofUris(Collection<String> texts) {
        texts.forEach(text -> add(Redactor.of(Map.of("", text))));
    }

    /** Adds a token, or a secret that a scenario names. */
    public static void token(String token) {
        add(Redactor.of(List.of(token)));
    }

    private static void add(Redactor secrets) {
        KNOWN.accumulateAndGet(secrets, Redactor::and);
    }

    /** Returns all keys of a trial, with secrets masked: by name, in a URI, or known ones. */
    public static Map<String, String> keys(TrialSpec spec) {
        Map<String, String> keys = Redactor.NONE.masked(TrialText.keys(spec));
        List<String> secrets = known().values();
        keys.replaceAll((_, value) -> secrets.contains(value.strip()) ? Redactor.MASK : value);
        return keys;
    }

    public static Redactor known() {
        return KNOWN.get();
    }
}
