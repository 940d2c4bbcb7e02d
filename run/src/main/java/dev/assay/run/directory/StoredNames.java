package dev.assay.run.directory;

import dev.assay.model.spec.EffectiveConfig;
import dev.assay.model.verification.EarlierVerifications;
import dev.assay.model.verification.VerificationByRun;
import dev.assay.model.verification.VerificationEvidence;
import dev.assay.model.verification.VerificationOutcome;
import java.util.Map;
import tools.jackson.databind.PropertyNamingStrategy;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.AnnotatedField;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.introspect.AnnotatedParameter;

/** Keys of stored records that are not named after their component. */
final class StoredNames extends PropertyNamingStrategy {
    private static final Map<Class<?>, Map<String, String>> KEYS = Map.of(
            EffectiveConfig.class,
            Map.of("overrides", "departures"),
            EarlierVerifications.class,
            Map.of("verifications", "verifications"),
            VerificationByRun.class,
            Map.of("verification", "proof"),
            VerificationEvidence.class,
            Map.of("moment", "cut"));

    /** The stored name of an outcome. */
    static String of(VerificationOutcome outcome) {
        return outcome == VerificationOutcome.FAILS ? "BROKEN" : outcome.name();
    }

    @Override
    public String nameForField(MapperConfig<?> config, AnnotatedField field, String name) {
        return stored(field, name);
    }

    @Override
    public String nameForConstructorParameter(MapperConfig<?> config, AnnotatedParameter parameter, String name) {
        return stored(parameter, name);
    }

    private static String stored(AnnotatedMember member, String name) {
        return KEYS.getOrDefault(member.getDeclaringClass(), Map.of()).getOrDefault(name, name);
    }
}
