package dev.assay.scenario;

import dev.assay.model.spec.ClusterSharing;
import dev.assay.model.spec.FaultChoices;
import dev.assay.model.spec.KeyPath;
import dev.assay.model.spec.KnownSecrets;
import dev.assay.model.spec.Repeat;
import dev.assay.model.spec.Scenario;
import dev.assay.model.spec.SecretNames;
import dev.assay.model.spec.TrialSpec;
import dev.assay.scenario.SchemaNode.BySystem;
import dev.assay.scenario.SchemaNode.Field;
import dev.assay.scenario.SchemaNode.Free;
import dev.assay.scenario.SchemaNode.Keys;
import dev.assay.scenario.SchemaNode.Named;
import dev.assay.scenario.SchemaNode.One;
import java.lang.reflect.InvocationTargetException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes one trial in the notation of scenario files, every key with its value. */
public final class TrialText {
    private TrialText() {}

    /**
     * Every key of the trial with its value, by path such as {@code workload.message.size}, in the file's order. Values
     * are as in a scenario, secrets included.
     */
    public static Map<String, String> keys(TrialSpec spec) {
        Map<String, String> keys = new LinkedHashMap<>();
        byPath(spec).forEach((path, value) -> keys.put(path.toString(), value));
        return keys;
    }

    /**
     * A scenario file that plans just this trial.
     *
     * @param name name of the scenario
     * @param seed seed of the scenario
     */
    public static String scenario(String name, TrialSpec spec, long seed) {
        return scenario(name, byPath(spec), seed);
    }

    /** The same with {@value KnownSecrets#MASK} in place of each secret. */
    public static String maskedScenario(String name, TrialSpec spec, long seed) {
        Map<KeyPath, String> keys = new LinkedHashMap<>();
        byPath(spec).forEach((path, value) -> {
            boolean secret = path.segments().stream().anyMatch(SecretNames::isSecret);
            keys.put(path, secret ? KnownSecrets.MASK : KnownSecrets.maskedUris(value));
        });
        return scenario(name, keys, seed);
    }

    private static String scenario(String name, Map<KeyPath, String> values, long seed) {
        Map<KeyPath, String> keys = new LinkedHashMap<>();
        keys.put(KeyPath.TOP.to("name"), name);
        keys.put(KeyPath.TOP.to("seed"), String.valueOf(seed));
        keys.putAll(values);
        return YamlWriter.write(keys);
    }

    static Map<KeyPath, String> byPath(TrialSpec spec) {
        Scenario scenario = new Scenario(
                "trial",
                Map.of(spec.system().system(), spec.system()),
                spec.durability(),
                spec.workload(),
                spec.timing(),
                spec.phases(),
                spec.events(),
                spec.pageCache(),
                Repeat.ONCE,
                ClusterSharing.CONSECUTIVE,
                0,
                spec.result(),
                Map.of(spec.system().system(), spec.settings()),
                new FaultChoices(List.of()),
                false);
        Map<KeyPath, String> keys = new LinkedHashMap<>();
        collect(Format.FILE, scenario, KeyPath.TOP, keys);
        ShortForms.leaveOut(keys);
        return keys;
    }

    private static void collect(SchemaNode node, Object value, KeyPath path, Map<KeyPath, String> keys) {
        switch (node) {
            case One _ -> keys.put(path, ScalarText.format(value));
            case Keys record ->
                record.fields().values().stream()
                        .filter(field -> !field.key().single())
                        .forEach(field -> collect(field.node(), component(field, value), path.to(field.name()), keys));
            case BySystem systems ->
                ((Map<?, ?>) value)
                        .forEach((kind, spec) ->
                                collect(systems.below(kind.toString()), spec, path.to(kind.toString()), keys));
            case Named named ->
                ((Map<?, ?>) value)
                        .forEach((name, each) -> collect(named.each(), each, path.to(name.toString()), keys));
            case Free _ ->
                ((Map<?, ?>) value).forEach((name, text) -> keys.put(path.to(name.toString()), text.toString()));
        }
    }

    private static Object component(Field field, Object owner) {
        try {
            return field.component().getAccessor().invoke(owner);
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException("cannot read " + field.component(), e);
        }
    }
}
