package dev.assay.scenario;

import dev.assay.model.spec.ClusterSharing;
import dev.assay.model.spec.FaultChoices;
import dev.assay.model.spec.KeyPath;
import dev.assay.model.spec.MessageSize;
import dev.assay.model.spec.Repeat;
import dev.assay.model.spec.SameSetting;
import dev.assay.model.spec.Scenario;
import dev.assay.model.spec.Servers;
import dev.assay.model.spec.SystemSpec;
import dev.assay.model.spec.TrialSpec;
import dev.assay.model.spec.WordOrKeys;
import dev.assay.scenario.SchemaNode.BySystem;
import dev.assay.scenario.SchemaNode.Field;
import dev.assay.scenario.SchemaNode.Free;
import dev.assay.scenario.SchemaNode.Keys;
import dev.assay.scenario.SchemaNode.Many;
import dev.assay.scenario.SchemaNode.Named;
import dev.assay.scenario.SchemaNode.One;
import dev.assay.scenario.SchemaNode.Raw;
import java.lang.reflect.InvocationTargetException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes one trial in the notation of scenario files, every key with its value. */
public final class TrialText {
    private TrialText() {}

    /**
     * Returns every key of the trial with its value, by path such as {@code workload.message.size}, in the file's order. Values
     * are as in a scenario, secrets included.
     */
    public static Map<String, String> keys(TrialSpec spec) {
        Map<String, String> keys = new LinkedHashMap<>();
        byPath(spec).forEach((path, value) -> keys.put(path.toString(), value));
        return keys;
    }

    /**
     * Returns a scenario file that plans just this trial.
     *
     * @param name name of the scenario
     * @param seed seed of the scenario
     */
    public static String scenario(String name, TrialSpec spec, long seed) {
        return scenario(name, spec, seed, Map.of());
    }

    /**
     * Returns a scenario file that plans just this trial, with references in place of settings that are secrets.
     *
     * @param secrets references by the secrets' texts
     */
    public static String scenario(String name, TrialSpec spec, long seed, Map<String, SecretReference> secrets) {
        Map<KeyPath, Object> keys = new LinkedHashMap<>();
        written(name, spec, seed).forEach((path, value) -> {
            SecretReference secret = path.segments().getFirst().equals("settings") ? secrets.get(value) : null;
            keys.put(secret == null ? path : path.to(secret.key()), secret == null ? value : secret.name());
        });
        return YamlWriter.write(keys);
    }

    private static Map<KeyPath, Object> written(String name, TrialSpec spec, long seed) {
        Map<KeyPath, Object> keys = new LinkedHashMap<>();
        keys.put(KeyPath.TOP.to("name"), name);
        keys.put(KeyPath.TOP.to("seed"), String.valueOf(seed));
        collect(SchemaNode.FILE, scenario(spec), KeyPath.TOP, TrialText::putWritten, keys);
        ShortForms.leaveOut(keys);
        for (SameSetting same : spec.system().sameSettings()) { // The vendor's setting takes precedence.
            if (keys.containsKey(same.setting())) {
                keys.remove(same.key());
            }
        }
        return keys;
    }

    /** Puts a value in the notation of files: a list where it is one, and keys in place of a word. */
    private static void putWritten(One one, Object value, KeyPath path, Map<KeyPath, Object> keys) {
        String text = ScalarText.format(value);
        WordOrKeys.@Nullable Keys form = value instanceof WordOrKeys either ? either.keys() : null;
        if (form instanceof MessageSize.Weights sizes) {
            sizes.weights().forEach((size, weight) -> keys.put(path.to(size), weight));
        } else if (form != null) {
            collect(SchemaNode.of(form.getClass()), form, path, TrialText::putWritten, keys);
        } else if (one.takesList() && text.contains(",")) {
            keys.put(path, List.of(text.split(",\\s*", -1)));
        } else {
            keys.put(path, text);
        }
    }

    static Map<KeyPath, String> byPath(TrialSpec spec) {
        Map<KeyPath, String> keys = new LinkedHashMap<>();
        collect(
                SchemaNode.FILE,
                scenario(spec),
                KeyPath.TOP,
                (_, value, path, texts) -> texts.put(path, ScalarText.format(value)),
                keys);
        ShortForms.leaveOut(keys);
        return keys;
    }

    private static Scenario scenario(TrialSpec spec) {
        return new Scenario(
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
                List.of(),
                Map.of(spec.system().system(), spec.settings()),
                new FaultChoices(List.of()),
                false);
    }

    private interface Sink<T> {
        void put(One one, Object value, KeyPath path, Map<KeyPath, T> keys);
    }

    private static <T> void collect(SchemaNode node, Object value, KeyPath path, Sink<T> sink, Map<KeyPath, T> keys) {
        switch (node) {
            case One one -> sink.put(one, value, path, keys);
            case Keys record ->
                record.fields().values().stream()
                        .filter(field -> !field.key().single())
                        .forEach(field ->
                                collect(field.node(), component(field, value), path.to(field.name()), sink, keys));
            case BySystem systems ->
                ((Map<?, ?>) value)
                        .forEach((kind, spec) ->
                                collect(systems.below(kind.toString()), spec, path.to(kind.toString()), sink, keys));
            case Named named ->
                ((Map<?, ?>) value)
                        .forEach((name, each) -> collect(named.each(), each, path.to(name.toString()), sink, keys));
            case Free _ ->
                ((Map<?, ?>) value)
                        .forEach((name, text) -> sink.put(new One(String.class), text, path.to(name.toString()), keys));
            case Many _, Raw _ -> throw new IllegalStateException("no scenario has these: " + path);
        }
    }

    private static Object component(Field field, Object owner) {
        try {
            boolean shared = field.component().getDeclaringRecord() == Servers.class;
            return field.component().getAccessor().invoke(shared ? ((SystemSpec) owner).servers() : owner);
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException("cannot read " + field.component(), e);
        }
    }
}
