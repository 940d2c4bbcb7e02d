package dev.assay.store;

import dev.assay.core.result.EffectiveConfig;
import java.util.Map;
import tools.jackson.databind.PropertyNamingStrategy;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.AnnotatedField;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.introspect.AnnotatedMethod;
import tools.jackson.databind.introspect.AnnotatedParameter;

/** Keys of stored records that are not named like their component: files that were written earlier have them. */
final class StoredNames extends PropertyNamingStrategy {
    private static final Map<Class<?>, Map<String, String>> KEYS =
            Map.of(EffectiveConfig.class, Map.of("overrides", "departures"));

    @Override
    public String nameForField(MapperConfig<?> config, AnnotatedField field, String name) {
        return stored(field, name);
    }

    @Override
    public String nameForGetterMethod(MapperConfig<?> config, AnnotatedMethod method, String name) {
        return stored(method, name);
    }

    @Override
    public String nameForConstructorParameter(MapperConfig<?> config, AnnotatedParameter parameter, String name) {
        return stored(parameter, name);
    }

    private static String stored(AnnotatedMember member, String name) {
        return KEYS.getOrDefault(member.getDeclaringClass(), Map.of()).getOrDefault(name, name);
    }
}
